// Command benchtags prints the tags that an import looks for as expressions of
// "osmium tags-filter", so that the benchmark compares like with like.
package main

import (
	"fmt"
	"slices"
	"strings"

	"servicemap/internal/classify"
)

// around are the tags of evidence, boundaries and places.
var around = []string{
	"n/amenity=bench,lounger", "nwr/amenity=shelter,toilets,parking,parking_space", "nwr/leisure=picnic_table,playground",
	"nwr/highway=bus_stop", "nwr/public_transport=platform,station", "nwr/railway=station,halt,tram_stop",
	"w/highway=steps,footway,path,pedestrian,track,cycleway,living_street,service,residential,unclassified",
	"wr/boundary=administrative,protected_area,national_park", "n/place", "wr/place=region",
}

func main() {
	values := map[string][]string{}
	for _, rule := range classify.DefaultRules() {
		first, _, _ := strings.Cut(rule.Tags, " ")
		key, list, _ := strings.Cut(first, "=")
		for value := range strings.SplitSeq(list, "|") {
			if !slices.Contains(values[key], value) {
				values[key] = append(values[key], value)
			}
		}
	}
	var out []string
	for key, list := range values {
		if slices.Contains(list, "*") {
			out = append(out, "nwr/"+key)
		} else {
			out = append(out, "nwr/"+key+"="+strings.Join(list, ","))
		}
	}
	slices.Sort(out)
	for _, expression := range append(out, around...) {
		fmt.Println(expression)
	}
}
