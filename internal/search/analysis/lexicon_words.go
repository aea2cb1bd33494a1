package analysis

import "servicemap/internal/destination"

// categoryWords are what people call the things of a category, in the
// singular; the stemmer finds the plurals. Names of the categories themselves
// are added from the table. A phrase of several words counts as one.
var categoryWords = map[destination.Category]string{
	destination.Castle:             "burg, schloss, schloß, palast, palais, festung, kastell, residenz, herrenhaus, ritterburg, zitadelle, castle, palace, fortress, citadel, manor, château, castello",
	destination.Ruins:              "ruine, burgruine, schlossruine, klosterruine, kirchenruine, burgstall, ruin, castle ruin",
	destination.Museum:             "museum, ausstellung, science center, museo, musée, exhibition",
	destination.Gallery:            "galerie, kunstgalerie, pinakothek, kunsthalle, kunsthaus, gallery, art gallery",
	destination.Planetarium:        "planetarium, sternwarte, observatorium, volkssternwarte, observatory",
	destination.Zoo:                "zoo, tierpark, tiergarten, zoologischer garten, vogelpark, reptilienzoo, zoological garden",
	destination.WildlifePark:       "wildpark, wildgehege, tiergehege, tierpark, wildtierpark, wildfreigehege, falknerei, greifvogelpark, bärenpark, alpenzoo, wildlife park, game park, deer park, safari park, safaripark",
	destination.Aquarium:           "aquarium, sea life, meeresaquarium, meereszentrum, ozeaneum, aquariums",
	destination.ThemePark:          "freizeitpark, vergnügungspark, erlebnispark, themenpark, märchenpark, familienpark, märchenwald, theme park, amusement park, fun park",
	destination.WaterPark:          "erlebnisbad, spaßbad, freizeitbad, therme, thermalbad, wasserpark, aquapark, hallenbad, schwimmbad, schwimmhalle, freibad, wellenbad, rutschenparadies, water park, waterpark, swimming pool, indoor pool, thermal bath, spa",
	destination.AdventurePark:      "kletterpark, klettergarten, kletterwald, hochseilgarten, waldseilgarten, seilgarten, waldseilpark, abenteuerpark, waldhochseilgarten, baumwipfelpfad, klettersteig, adventure park, ropes course, high ropes course, rope park, tree top adventure, tree climbing",
	destination.SummerToboggan:     "sommerrodelbahn, rodelbahn, alpine coaster, alpinecoaster, rodel, summer toboggan, summer toboggan run, toboggan, toboggan run, mountain coaster",
	destination.LookoutTower:       "aussichtsturm, turm, aussichtsplattform, lookout tower, observation tower, tower, lookout, tv tower",
	destination.Viewpoint:          "aussichtspunkt, aussicht, panorama, panoramablick, ausblick, aussichtsplattform, aussichtskanzel, skywalk, viewpoint, view, scenic view, vista, lookout",
	destination.Waterfall:          "wasserfall, fälle, waterfall, falls, cascade, kaskade, cascata, cascade",
	destination.Cave:               "höhle, tropfsteinhöhle, schauhöhle, grotte, eishöhle, karsthöhle, schaubergwerk, cave, cavern, ice cave, grotto",
	destination.Gorge:              "schlucht, klamm, tobel, felsenschlucht, canyon, gorge, ravine",
	destination.Swimming:           "badesee, badestelle, badeplatz, naturbad, strandbad, freibad, waldbad, seebad, see, baggersee, badeteich, schwimmbad, naturfreibad, badi, flussbad, stausee, swimming lake, bathing lake, swimming, lake, bathing place, lido, swimming pool",
	destination.Beach:              "strand, sandstrand, badestrand, beach, sandy beach, seaside",
	destination.AlpineHut:          "berghütte, hütte, alm, almhütte, schutzhütte, alpe, alphütte, berggasthof, jausenstation, berghaus, skihütte, sennerei, alpenvereinshütte, mountain hut, alpine hut, hut, refuge, rifugio, cabane",
	destination.NationalPark:       "nationalpark, national park, biosphärenreservat",
	destination.NatureReserve:      "naturschutzgebiet, naturpark, naturreservat, moor, hochmoor, naturwaldreservat, biosphärenreservat, heide, naturerlebnis, schutzgebiet, nature reserve, nature park, bog",
	destination.Park:               "park, stadtpark, grünanlage, city park, public park",
	destination.Garden:             "garten, botanischer garten, schaugarten, arboretum, gartenanlage, botanical garden, botanic garden, garden",
	destination.Playground:         "spielplatz, abenteuerspielplatz, spielpark, kinderspielplatz, spielscheune, playground, adventure playground",
	destination.PicnicSite:         "picknickplatz, rastplatz, picknick, picnic site, picnic, picnic area",
	destination.Barbecue:           "grillplatz, grillstelle, feuerstelle, brätlistelle, grillhütte, grillen, barbecue, bbq, barbecue site, fire pit, fireplace",
	destination.Minigolf:           "minigolf, minigolfplatz, adventure golf, abenteuergolf, schwarzlichtminigolf, pit pat, mini golf, minigolf course, crazy golf, miniature golf",
	destination.Monument:           "denkmal, monument, standbild, statue, triumphbogen, obelisk, nationaldenkmal, landmark",
	destination.Memorial:           "gedenkstätte, mahnmal, konzentrationslager, ehrenmal, gedenkort, memorial, memorial site, concentration camp",
	destination.Monastery:          "kloster, abtei, stift, benediktinerabtei, kartause, zisterzienserkloster, monastery, abbey, convent, cloister, abbaye, priory",
	destination.Church:             "kirche, dom, münster, kathedrale, basilika, kapelle, wallfahrtskirche, stiftskirche, klosterkirche, stabkirche, church, cathedral, minster, basilica, chapel, pilgrimage church, synagoge, église",
	destination.ArchaeologicalSite: "archäologische stätte, ausgrabung, hünengrab, grosssteingrab, großsteingrab, römerkastell, römerlager, kastell, keltendorf, pfahlbau, pfahlbauten, amphitheater, villa rustica, limes, menhir, archaeological site, roman fort, excavation, megalith, dolmen",
	destination.Bridge:             "brücke, hängebrücke, hängeseilbrücke, viadukt, steinbrücke, holzbrücke, seilbrücke, bridge, suspension bridge, viaduct, rope bridge",
	destination.TechnicalMonument:  "technisches denkmal, industriedenkmal, mühle, windmühle, wassermühle, bergwerk, besucherbergwerk, schiffshebewerk, hütte, zeche, schleuse, leuchtturm, wasserturm, talsperre, staumauer, salzbergwerk, hammerwerk, hochofen, technical monument, mill, windmill, watermill, mine, lighthouse, ship lift, dam, industrial monument, salt mine",
	destination.CableCar:           "seilbahn, bergbahn, gondelbahn, sesselbahn, sessellift, gondel, luftseilbahn, kabinenbahn, schwebebahn, cable car, chairlift, chair lift, gondola, gondola lift, ropeway, cableway",
	destination.Funicular:          "standseilbahn, zahnradbahn, drahtseilbahn, funicular, cog railway, rack railway",
	destination.Farm:               "erlebnisbauernhof, bauernhof, erlebnishof, streichelzoo, alpakahof, ziegenhof, reiterhof, hofladen, schulbauernhof, kinderbauernhof, visitor farm, farm, petting zoo, petting farm",
	destination.BirdHide:           "vogelbeobachtung, vogelbeobachtungsstation, beobachtungshütte, vogelwarte, vogelschutzgebiet, vogelinsel, bird watching, birdwatching, bird hide, bird sanctuary, birding",
	destination.Spring:             "quelle, quelltopf, karstquelle, mineralquelle, heilquelle, kneippanlage, geysir, spring, source, geyser",
	destination.Rock:               "felsen, fels, felsformation, felsenmeer, klippe, felsnadel, felsenlabyrinth, rock, rock formation, cliff, crag, rocks",
	destination.Peak:               "gipfel, berg, berggipfel, bergspitze, peak, summit, mountain, mount",
	destination.BoatTrip:           "schifffahrt, schiffahrt, schiffsfahrt, bootsfahrt, bootstour, rundfahrt, dampfschiff, ausflugsschiff, kahnfahrt, fähre, bootsverleih, raddampfer, schiff, schiffsrundfahrt, hafenrundfahrt, boat trip, boat tour, boat, cruise, ferry, boat rental, steamboat",
	destination.HeritageRailway:    "ausflugsbahn, museumsbahn, museumseisenbahn, dampfbahn, dampfzug, schmalspurbahn, parkeisenbahn, historische eisenbahn, panoramazug, dampfeisenbahn, zahnradbahn, kleinbahn, excursion railway, heritage railway, steam train, steam railway, narrow gauge railway, scenic railway",
	destination.Attraction:         "sehenswürdigkeit, attraktion, wahrzeichen, altstadt, ausflugsziel, touristenattraktion, attraction, sight, landmark, old town, tourist attraction, place of interest",
}

// attributeWords are what people call the attributes that can be filtered by.
var attributeWords = map[Attribute]string{
	Kids:       "kinder, kind, kindern, kinderfreundlich, kindgerecht, kindertauglich, familie, familien, familienfreundlich, familienausflug, familientauglich, kleinkinder, kids, kid, children, child, family, family friendly, kid friendly, child friendly, toddler, enfants, bambini",
	Free:       "kostenlos, kostenfrei, gratis, umsonst, gratiseintritt, freier eintritt, eintritt frei, ohne eintritt, free, free entry, free admission, free of charge, no entrance fee, gratuit",
	Seating:    "sitzplatz, sitzplätze, sitzgelegenheit, sitzgelegenheiten, sitzbank, sitzbänke, bänke, rastplatz, rast, rastmöglichkeit, sitzen, seating, seat, bench, benches, rest area",
	Accessible: "barrierefrei, rollstuhlgerecht, rollstuhl, rollstuhlfahrer, rollstuhltauglich, rollstuhlgängig, behindertengerecht, stufenlos, stufenfrei, kinderwagen, kinderwagentauglich, wheelchair, wheelchair accessible, wheelchair friendly, accessible, barrier free, step free, stroller, pram, handicapped",
}

// countryWords are the names of the countries.
var countryWords = map[string]string{
	"DE": "deutschland, germany, german, deutsch, allemagne, germania",
	"AT": "österreich, austria, austrian, österreichisch, autriche",
	"CH": "schweiz, switzerland, swiss, schweizerisch, suisse, svizzera, svizra",
	"LI": "liechtenstein",
}

// stopWords say nothing about what is wanted.
var stopWords = keySet(`
	der die das den dem des ein eine einen einem einer eines und oder mit ohne von vom zu zum zur in im ins am an ans auf
	aus bei beim für um nach über unter vor durch als auch nahe nähe umgebung rund gegend umkreis region raum
	the a of near nearby around close to by at on for with and or some any good best
	la le les du de di del della il lo et
	gibt es wo was ist sind ich wir man finde finden suche zeige schöne schöner schönes schönste schönsten beste bester tolle
	ausflug ausflüge ausflugsziele ausflugstipp where what is are there find show nice beautiful things do visit
`)

// nearWords before a place mean its surroundings.
var nearWords = keySet("bei beim nahe nähe umgebung um umkreis gegend raum near nearby around close")
