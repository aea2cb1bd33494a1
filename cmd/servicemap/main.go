// Command servicemap serves excursion destinations and their map.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
)

// version is set when the program is built.
var version = "dev"

type cli struct {
	Config string `help:"YAML file with settings; a flag --service-name is service.name there." placeholder:"FILE"`

	Serve   ServeCmd   `cmd:"" help:"Serve the API and the map."`
	Import  ImportCmd  `cmd:"" help:"Import destinations from OpenStreetMap and own lists."`
	Dataset DatasetCmd `cmd:"" help:"List, activate and remove datasets."`
	Keys    KeysCmd    `cmd:"" help:"Make and manage API keys."`
	Version VersionCmd `cmd:"" help:"Print the version."`
}

const (
	exitFailed = 1
	exitUsage  = 2
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run is the whole program; it returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	fail := func(code int, err error) int {
		fmt.Fprintf(stderr, "servicemap: %v\n", err)
		return code
	}
	exited := -1
	options := []kong.Option{
		kong.Name("servicemap"),
		kong.Description("Finds excursion destinations in Germany, Austria and Switzerland and puts them on a map in any web page.\n\nEvery flag is also an environment variable (--base-url: SERVICEMAP_BASE_URL) and a setting of the file given by --config."),
		kong.Writers(stdout, stderr),
		kong.Exit(func(code int) { exited = code }),
		kong.DefaultEnvars("SERVICEMAP"),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
	}
	if path := configPath(args); path != "" {
		file, err := loadConfigFile(path)
		if err != nil {
			return fail(exitUsage, err)
		}
		options = append(options, kong.Resolvers(file))
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	parser, err := kong.New(&cli{}, options...)
	if err != nil {
		return fail(exitUsage, err)
	}
	parsed, err := parser.Parse(args)
	if exited >= 0 { // --help has been answered
		return exited
	}
	if err != nil {
		return fail(exitUsage, err)
	}
	err = parsed.Run(&App{Ctx: ctx, Stdout: stdout, Stderr: stderr, Log: newLogger(stderr, "info", "text")})
	if err != nil && !errors.Is(err, context.Canceled) {
		return fail(exitFailed, err)
	}
	return 0
}

// VersionCmd prints the version.
type VersionCmd struct{}

// Run implements the command.
func (VersionCmd) Run(app *App) error {
	_, err := fmt.Fprintln(app.Stdout, "servicemap", version)
	return err
}
