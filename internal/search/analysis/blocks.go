package analysis

import "strings"

func keySet(list string) map[string]bool {
	set := make(map[string]bool)
	for w := range strings.FieldsSeq(list) {
		set[Key(w)] = true
	}
	return set
}

// blocks are words that German compounds are made of, among them forms that
// never stand alone ("Kletter-") and short ones that are too risky to take
// from the data.
var blocks = keySet(`
	abenteuer acker adler affen allee alm alp alpen alpin alt apfel apotheke arche astronomie auen aussicht auto
	bach backhaus bad bade bäder bahn bahnhof ball bank barfuß basilika bauer bauern bauernhof baum baumwipfel becken berg
	bergbahn bergbau bergwerk besucher bewegung bibel bier bienen biergarten bild blick blume blumen boot bootsfahrt
	botanik brauerei brot brücke brunnen bücher buch bühne bunker burg burgruine
	dampf dampfer denkmal dino dinosaurier dom dorf draht drachen druck
	eichen eis eisen eisenbahn ende ente erlebnis erz esel eulen europa
	fähre fahrrad falken fall familien feld fels felsen fern fernseh feuer feuerwehr film fisch fluss flug flughafen
	förder forst forsthaus frei freibad freilicht freizeit freizeitpark fried friedhof froh fuchs funk
	gärten garten gasse gaststätte gebiet gebirge gedenk gedenkstätte geister geld geschichte glas glocken gold golf graben
	greif greifvogel grenz grill grotte grund grube
	hafen halle hallen hallenbad haus heide heimat heimatmuseum heil hirsch hirten hoch hochseil hof höhe höhen höhle holz hügel hund hütte
	industrie insel indoor
	jagd jagdschloss jäger
	kaiser kalk kanal kapelle käse kastanien kathedrale keller keramik kessel kinder kino kirche kirch kirsch klamm klein kletter
	kletterpark kletterwald kloster klosterkirche kohle komponisten könig königs korn kräuter kreuz krippen kristall kultur kunst kur kurpark kutschen
	labyrinth land landschaft landes leder lehr lehrpfad leucht leuchtturm licht linden literatur luft lust lustschloss
	malerei märchen marien markt maschinen mauer meer mensch meteor metall milch mineral mineralien mini minigolf mittel mittelalter modell moor
	moorsee motor motorrad mühle mühlen münz münzen murmel museum musik
	nacht national nationalpark natur naturkunde naturpark naturschutz
	obst ochsen orgel ost oster
	palast palmen panorama papier park parkeisenbahn pfad pfalz pfarr pfarrkirche pferde pflanzen pilger pilz planeten platz polizei porzellan post puppen
	quelle
	rad raum rast rat rathaus raub ratten rebe reh reit ried ring ritter rodel rodelbahn rosen rosengarten rot römer ruhe ruine rund rundweg
	säule sagen salz sand schafe schatz schau schaubergwerk schiff schiffs schlacht schlitten schloss schlosspark schlossgarten schlucht schmal schmalspur schmetterling
	schmiede schnecken schnee schnitz schoko schokoladen schul schule schutz schwarz schwebe schweine schwimm schwimmbad see seen segel seil seilbahn seilgarten sessel
	sinnes ski sommer sommerrodelbahn sonnen sperre spiel spielplatz spielzeug sport stadion stadt städte stall stand standseilbahn stätte stau staudamm stausee steg stein stein stern sternwarte stifts
	stiftskirche stollen storch strand strandbad straße straßenbahn strom stube stuhl süd sumpf
	tal talsperre tanz technik teich theater therme thermal tier tiere tierpark tor tou touristen trachten trampolin traktor treppen trink tropen tropfstein tropfsteinhöhle tuch turm turnhalle
	ufer uhr uhren universum urwald urzeit
	vogel vögel volk völker volkskunde vulkan
	wachs wagen waisen wald waldseil walfisch wall wallfahrt wallfahrtskirche wander wappen warte wasser wasserfall wasserpark wasserschloss wasserspiel wasserspielplatz weg weide weihnachts wein weinberg weinbau welt werk
	west wichtel wiese wild wildpark wildnis wind windmühle winter wipfel wipfelpfad wolf wohn wunder wurzel
	zahnrad zahnradbahn zauber zeit zeitung zentrum zeug ziegel ziegen zinn zirkus zoll zoo zucker zwerge zwergen
`)

// strongHeads make a compound of whatever stands before them. Endings of
// place names (burg, berg, dorf, stein) are not among them.
var strongHeads = func() []string {
	var heads []string
	for w := range strings.FieldsSeq(`museum schloss kirche kathedrale kapelle kloster park spielplatz garten wald turm bahn freibad hallenbad
		strandbad schwimmbad therme hütte höhle grotte klamm schlucht wasserfall brücke denkmal mühle quelle stausee see platz
		zentrum haus theater galerie ruine münster palast insel`) {
		heads = append(heads, Key(w))
	}
	return heads
}()

var notCompound = keySet("chaussee odyssee musee lyzee mausoleum colosseum kolosseum schwald anwald")
