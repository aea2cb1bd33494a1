package site

import (
	"net/http"
	"slices"
	"strings"

	"servicemap/internal/destination"
)

// Operator is who runs the service, as the law wants to know it.
type Operator struct {
	Name        string
	Address     string // lines separated by line breaks or semicolons
	Email       string
	Phone       string
	Responsible string
	Register    string
	VatID       string
	Authority   string // for data protection
	LogDays     int    // for how long logs are kept
	// LogAddresses says what of client addresses is logged: short, full or none.
	LogAddresses string
}

// Missing lists the settings without which the legal pages are incomplete.
func (o Operator) Missing() []string {
	var missing []string
	for _, field := range []struct{ setting, value string }{
		{"operator.name", o.Name}, {"operator.address", o.Address}, {"operator.email", o.Email},
	} {
		if strings.TrimSpace(field.value) == "" {
			missing = append(missing, field.setting)
		}
	}
	return missing
}

type legalData struct {
	Missing []string
	Sources []destination.Source
}

func (s *Site) serveLegal(w http.ResponseWriter, r *http.Request, p *page) error {
	name := strings.TrimPrefix(p.Path, "/")
	p.Title = p.T(name + ".title")
	p.Description = p.T(name+".description", p.Name())
	data, _ := s.opts.Destinations.Dataset()
	return s.render(w, r, p, name, http.StatusOK, legalData{
		Missing: s.opts.Operator.Missing(),
		Sources: slices.Clone(data.Sources),
	})
}
