package site

import (
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"slices"
)

// reference is the API description, arranged for reading.
type reference struct {
	Title   string
	Version string
	Intro   template.HTML
	Groups  []refGroup
	Schemas []refSchema
	Keys    []apiSecurity
}

type refGroup struct {
	Name        string
	Description string
	Operations  []refOperation
}

type refOperation struct {
	ID          string
	Path        string
	Summary     string
	Description template.HTML
	Parameters  []refParameter
	Responses   []refResponse
}

type refParameter struct {
	Name, In, Type, Bounds, Example string
	Required                        bool
	Options                         []string
	Description                     template.HTML
}

type refResponse struct {
	Status      string
	Description template.HTML
	Headers     []string
	Bodies      []refBody
}

type refBody struct {
	Media, Schema, Example string
}

type refSchema struct {
	Name        string
	Description template.HTML
	Properties  []refProperty
}

type refProperty struct {
	Name, Type, Ref, Bounds string
	Required                bool
	Description             template.HTML
}

func readReference(raw []byte) (*reference, error) {
	var api apiDocument
	if err := json.Unmarshal(raw, &api); err != nil {
		return nil, fmt.Errorf("read API description: %w", err)
	}
	ref := &reference{Title: api.Info.Title, Version: api.Info.Version, Intro: shortMarkdown(api.Info.Description)}
	for _, tag := range api.Tags {
		g := refGroup{Name: tag.Name, Description: tag.Description}
		for _, path := range api.Paths {
			if slices.Contains(path.Value.Get.Tags, tag.Name) {
				g.Operations = append(g.Operations, api.operation(path.Name, path.Value.Get))
			}
		}
		ref.Groups = append(ref.Groups, g)
	}
	for _, s := range api.Components.Schemas {
		ref.Schemas = append(ref.Schemas, api.schema(s.Name, s.Value))
	}
	for _, k := range api.Components.SecuritySchemes {
		ref.Keys = append(ref.Keys, k.Value)
	}
	return ref, nil
}

func (api *apiDocument) operation(path string, op apiOperation) refOperation {
	out := refOperation{ID: op.OperationID, Path: path, Summary: op.Summary, Description: shortMarkdown(op.Description)}
	for _, p := range op.Parameters {
		if p.Ref != "" {
			p, _ = api.Components.Parameters.get(refName(p.Ref))
		}
		r := refParameter{
			Name: p.Name, In: p.In, Type: p.Schema.typeName(), Bounds: p.Schema.bounds(), Required: p.Required,
			Description: shortMarkdown(p.Description),
		}
		if p.Example != nil {
			r.Example = fmt.Sprint(p.Example)
		}
		for _, v := range p.Schema.Enum {
			r.Options = append(r.Options, fmt.Sprint(v))
		}
		out.Parameters = append(out.Parameters, r)
	}
	for _, r := range op.Responses {
		out.Responses = append(out.Responses, api.response(r.Name, r.Value))
	}
	return out
}

func (api *apiDocument) response(status string, r apiResponse) refResponse {
	if r.Ref != "" {
		r, _ = api.Components.Responses.get(refName(r.Ref))
	}
	out := refResponse{Status: status, Description: inlineMarkdown(r.Description)}
	for _, h := range r.Headers {
		out.Headers = append(out.Headers, h.Name)
	}
	for _, c := range r.Content {
		body := refBody{Media: c.Name, Schema: refName(c.Value.Schema.Ref)}
		if len(c.Value.Examples) > 0 {
			body.Example = indented(c.Value.Examples[0].Value.Value)
		}
		out.Bodies = append(out.Bodies, body)
	}
	return out
}

func (api *apiDocument) schema(name string, s apiSchema) refSchema {
	out := refSchema{Name: name, Description: shortMarkdown(s.Description)}
	var collect func(s *apiSchema)
	collect = func(s *apiSchema) {
		if s.Ref != "" {
			part, _ := api.Components.Schemas.get(refName(s.Ref))
			s = &part
		}
		for i := range s.AllOf {
			collect(&s.AllOf[i])
		}
		for _, p := range s.Properties {
			property := refProperty{
				Name: p.Name, Type: p.Value.typeName(), Bounds: p.Value.bounds(),
				Required: slices.Contains(s.Required, p.Name), Description: shortMarkdown(p.Value.Description),
			}
			element := &p.Value
			if element.Items != nil {
				element = element.Items
			}
			if element.Ref != "" {
				property.Ref = refName(element.Ref)
			}
			out.Properties = append(out.Properties, property)
		}
	}
	collect(&s)
	return out
}

type referenceData struct {
	*reference
	Nav []docGroup
}

func (s *Site) serveReference(w http.ResponseWriter, r *http.Request, p *page) error {
	p.Title = p.T("reference.title")
	p.Section = "docs"
	p.Description = p.T("reference.summary")
	p.OneLanguage = true
	p.Scripts = []string{p.Asset("reference.js")}
	p.Config = map[string]any{"base": p.Base, "texts": scriptTexts(p.Lang, "try.")}
	return s.render(w, r, p, "reference", http.StatusOK, referenceData{s.reference, s.docGroups(p)})
}
