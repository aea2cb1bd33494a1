package httpapi

import "net/http"

// Health makes the two handlers that supervisors ask: live answers as long as
// the process does, ready only while there is a dataset to search.
func Health(catalog Catalog) (live, ready http.Handler) {
	live = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		writeHealth(w, http.StatusOK, `{"ok":true}`)
	})
	ready = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		snap := catalog.Snapshot()
		if snap == nil {
			writeHealth(w, http.StatusServiceUnavailable, `{"ok":false,"error":"no dataset is loaded"}`)
			return
		}
		body := appendField([]byte(`{"ok":true`), "dataset", snap.Dataset.Version)
		writeHealth(w, http.StatusOK, string(append(body, '}')))
	})
	return live, ready
}

func writeHealth(w http.ResponseWriter, status int, body string) {
	h := w.Header()
	h["Content-Type"] = mediaJSON
	h["Cache-Control"] = cacheNever
	h["X-Content-Type-Options"] = nosniff
	w.WriteHeader(status)
	_, _ = w.Write([]byte(body + "\n")) // the client has gone: nobody is left to tell
}
