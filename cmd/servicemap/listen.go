package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"syscall"
	"time"
)

const (
	maxHeaderBytes = 16 << 10
	maxURLBytes    = 8 << 10
	// shutdownTimeout is how long running requests may take to finish.
	shutdownTimeout = 20 * time.Second
)

// listen takes the address at once, so that a taken port is known before any work.
func listen(ctx context.Context, address string) (net.Listener, error) {
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", address)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("the address %s is taken by another program; choose another with --listen", address)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("not allowed to listen on %s; ports below 1024 need a privilege", address)
	case err != nil:
		return nil, fmt.Errorf("listen on %s: %w", address, err)
	}
	return l, nil
}

// newServer bounds what a client may send and how slowly.
func newServer(h http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           boundURL(h),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      60 * time.Second,
		IdleTimeout:       120 * time.Second,
		MaxHeaderBytes:    maxHeaderBytes,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
}

func boundURL(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if len(r.RequestURI) <= maxURLBytes {
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.WriteHeader(http.StatusRequestURITooLong)
		_ = json.NewEncoder(w).Encode(map[string]any{
			"ok": false, "error": fmt.Sprintf("the URL is longer than %d bytes", maxURLBytes),
		})
	})
}

// serveUntilDone serves until the context ends and then lets running requests finish.
func serveUntilDone(ctx context.Context, server *http.Server, l net.Listener) error {
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(l) }()
	select {
	case err := <-failed:
		return fmt.Errorf("serve on %s: %w", l.Addr(), err)
	case <-ctx.Done():
	}
	deadline, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
	defer cancel()
	err := server.Shutdown(deadline)
	<-failed
	if err != nil {
		_ = server.Close()
		return fmt.Errorf("stop serving on %s: %w", l.Addr(), err)
	}
	return nil
}
