package main

import (
	"fmt"
	"testing"
)

// paintedDots is how many destinations the map of a live example shows; -1
// while there is no map.
const paintedDots = `(() => {
	const map = ServiceMap.get(document.querySelectorAll(".live > *")[%d])?.getMap()
	return map?.loaded() ? map.queryRenderedFeatures({layers: ["service-map-dots"]}).length : -1
})()`

func TestLiveExamplesOfTheGuide(t *testing.T) {
	server := start(t, "--data", t.TempDir())
	p := openPage(t, server, 1360, 850, false)
	p.Navigate(server.url + "/docs/sdk")
	var examples int
	p.Eval(`document.querySelectorAll(".live").length`, &examples)
	if examples < 2 {
		t.Fatalf("%d live examples in the guide", examples)
	}
	for i := range examples {
		p.Eval(fmt.Sprintf(`void document.querySelectorAll(".live")[%d].scrollIntoView({block: "center"})`, i), nil)
		p.WaitFor(fmt.Sprintf(paintedDots, i) + ` > 3`)
		p.Screenshot(fmt.Sprintf("docs-live-%d", i))
	}
	if warnings := p.Warnings(); len(warnings) > 0 {
		t.Errorf("the examples warn: %v", warnings)
	}
}
