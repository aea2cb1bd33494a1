package sdk_test

import "testing"

// TestBrowser runs everything that needs a browser in one, against the program
// itself, from pages of another origin.
func TestBrowser(t *testing.T) {
	b := newBench(t)
	s := b.serve(t, "--limit-anonymous", "100000", "--limit-key", "100000", "--limit-tile-requests", "100000")
	for _, test := range []struct {
		name string
		run  func(*testing.T, *bench, *service)
	}{
		{"attributes", testAttributes},
		{"appearance", testAppearance},
		{"wrong values", testWrongValues},
		{"page changes", testPageChanges},
		{"options", testOptions},
		{"events", testEvents},
		{"handle", testHandle},
		{"bad calls", testBadCalls},
		{"dot", testDot},
		{"place information", testPlaceInformation},
		{"markers", testMarkers},
		{"controls", testControls},
		{"search", testSearch},
		{"categories", testCategories},
		{"search this area", testSearchArea},
		{"keyboard", testKeyboard},
		{"accessibility", testAccessibility},
		{"attribution", testAttribution},
		{"strange styles", testStrangeStyles},
		{"gestures", testGestures},
		{"theme", testTheme},
		{"without WebGL", testWithoutWebGL},
		{"lost context", testLostContext},
		{"without parts", testWithoutParts},
		{"worker", testWorker},
		{"below the fold", testBelowTheFold},
		{"consent", testConsent},
		{"content security policy", testPolicies},
		{"integrity", testIntegrity},
		{"old loader", testOldLoader},
		{"offline", testOffline},
		{"too many requests", testTooManyRequests},
		{"twenty maps", testTwentyMaps},
		{"create and destroy", testCreateAndDestroy},
		{"custom element", testCustomElement},
		{"module", testModule},
		{"npm package", testPackage},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, b, s) })
	}
}
