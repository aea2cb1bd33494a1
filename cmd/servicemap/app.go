package main

import (
	"context"
	"io"
	"log/slog"
)

// App is what every command is given.
type App struct {
	Ctx            context.Context // ends when the program is to end
	Stdout, Stderr io.Writer
	Log            *slog.Logger
}
