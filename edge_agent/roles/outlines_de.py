"""German outlines: the parts of plans by kind of goal and angle. ``outline_words`` says how they are read."""

from __future__ import annotations

from typing import Final

OUTLINES: Final = """
trip activity
Route und Wege | list | Orte der Reihe nach, Verkehrsmittel dazwischen, längste Fahrt | travel place
Unterkünfte | list | Viertel je Ort, Art des Zimmers, Nächte je Ort… | sleep place
Sehenswertes | list | ? Altstadt, Aussicht, Museum für Regentage | look
Essen | list | Gerichte der Gegend, Proviant, ein besonderes Abendessen | food
Zeitplan | schedule | Frühstück, Hauptziel, lange Pause, ruhiger Abend | time children
Kostenplan | budget | Fahrten, Zimmer, Essen, Eintritte, Reserve | money
Packliste | checklist! | Ausweise, Fahrkarten, Geld, Kleidung, Jacke, Medikamente, Ladegeräte | pack weather
trip phase
Drei Monate vorher | checklist | Reisedaten, Fahrkarten, Zimmer, Pässe und Visa | sleep pay
Die Woche vorher | checklist | Bargeld und Karten, Wetterbericht, Schlüssel für die Nachbarn, gepackte Taschen | pack
@Ankunft | schedule | Weg zur Unterkunft, erster Rundgang, Abendessen in der Nähe | travel
@Mitte der Reise | schedule | Hauptziele, Ausflug, Markt, ruhiger Abend | look food children place
@Ende der Reise | schedule | letztes Ziel, Mitbringsel, gepackte Taschen, Heimfahrt | weather
Kostenplan | budget | Fahrten, Zimmer, Essen, Eintritte, Reserve | money
trip place
= | schedule | ? Altstadt, Aussicht, Galerie, Einkehr | look place
Essen | list | Gerichte der Gegend, Frühstück, Proviant, ein besonderes Abendessen | food
Unterkünfte und Wege | list | Nächte je Ort…, Unterkunft je Ort, Züge dazwischen | sleep travel
Kostenplan | budget | Fahrten, Zimmer, Essen, Eintritte, Reserve | money
Packliste | checklist! | Ausweise, Fahrkarten, Geld, Kleidung, Jacke, Medikamente, Ladegeräte | pack weather children
stay activity
Unterkunft | list | Viertel, Art der Unterkunft, Betten, Preis je Nacht… | sleep place
Anreise und Wege vor Ort | list | Hinfahrt, Weg zur Unterkunft, Busse oder Mietwagen, Heimfahrt | travel
Sehenswertes | list | ? Altstadt, Aussicht, Museum für Regentage | look
Essen | list | Gerichte der Gegend, Frühstück, ein besonderes Abendessen | food
Zeitplan | schedule | Frühstück, Hauptziel, lange Pause, ruhiger Abend | time children
Kostenplan | budget | Fahrten, Unterkunft, Essen, Eintritte, Reserve | money
Packliste | checklist! | Ausweise, Fahrkarten, Geld, Kleidung, Jacke, Medikamente, Ladegeräte | pack weather
stay phase
Die Woche vorher | checklist | Fahrkarten, Unterkunft, Bargeld und Karten, Wetterbericht | sleep pay
Der Tag vorher | checklist | Gepäck, Papiere, Schlüssel für die Nachbarn, Proviant | pack travel
@Ankunft | schedule | Weg zur Unterkunft, erster Rundgang, Abendessen in der Nähe | look
@Mitte der Reise | schedule | Hauptziele, Markt, Bootsfahrt oder Ausflug, ruhiger Abend | food children place
@Ende der Reise | schedule | langes Frühstück, Mitbringsel, letzter Rundgang, Heimfahrt | weather
Kostenplan | budget | Fahrten, Unterkunft, Essen, Eintritte, Reserve | money
stay place
@Ankunft | schedule | Weg zur Unterkunft, erster Rundgang, Abendessen in der Nähe | look
@Mitte der Reise | schedule | Hauptziele, Markt, Bootsfahrt oder Ausflug, ruhiger Abend | look
@Ende der Reise | schedule | langes Frühstück, Mitbringsel, letzter Rundgang, Heimfahrt | look
Unterkunft und Wege vor Ort | list | Viertel, Art der Unterkunft, Busse oder Mietwagen | sleep travel place
Essen | list | Gerichte der Gegend, Frühstück, ein besonderes Abendessen | food
Kostenplan | budget | Fahrten, Unterkunft, Essen, Eintritte, Reserve | money
Packliste | checklist! | Ausweise, Fahrkarten, Geld, Kleidung, Jacke, Medikamente, Ladegeräte | pack weather children
tour activity
Etappen | schedule | Aufbruch am Morgen, Mittagsrast, Ziel am Abend | travel time look
Schlafplätze | list | Hütte oder Zeltplatz, Betten, Abendessen dort, Preis je Nacht… | sleep place
Essen und Wasser | list | Frühstück, Proviant für den Tag, Abendessen, Wasser | food
Ausrüstung | checklist! | Schuhe, Regenzeug, Karte, Verbandszeug, Stirnlampe | pack weather
Sicherheit | list | Wetter zum Abwarten, Abkürzung oder Ausstieg, Notrufnummer | risk children
Kostenplan | budget | Fahrten, Betten, Essen, Ausrüstung, Reserve | money
tour phase
Die Woche vorher | checklist | Schlafplätze, Karte und Weg, Wetterbericht, fehlende Ausrüstung | sleep pay
Der Tag vorher | checklist | Rucksäcke, Proviant, geladene Telefone, Wegplan für Freunde | pack
@Aufbruch | schedule | Anfahrt, leichte Strecke, erstes Nachtlager | travel
@Mittlere Etappen | schedule | schwerste Strecke, Mittagsrast, Aussicht oder Badestelle | look food children place
@Heimweg | schedule | kurze Strecke, Bahnhof, Fahrt nach Hause | weather
Kostenplan | budget | Fahrten, Betten, Essen, Ausrüstung, Reserve | money
tour place
@Aufbruch | schedule | Anfahrt, leichte Strecke, erstes Nachtlager | travel
@Mittlere Etappen | schedule | schwerste Strecke, Mittagsrast, Aussicht oder Badestelle | look place
@Heimweg | schedule | kurze Strecke, Bahnhof, Fahrt nach Hause | travel
Schlafplätze | list | Hütte oder Zeltplatz, Betten, Abendessen dort, Preis je Nacht… | sleep
Essen und Wasser | list | Frühstück, Proviant für den Tag, Abendessen, Wasser | food
Ausrüstung | checklist! | Schuhe, Regenzeug, Karte, Verbandszeug, Stirnlampe | pack weather children
Kostenplan | budget | Fahrten, Betten, Essen, Ausrüstung, Reserve | money
celebration activity
Gästeliste und Einladung | list | Namen der Gäste…, Tag und Ort…, Antwort bis…, Text der Einladung | people
Speisen und Getränke | list | Vorspeise, Hauptgericht, Nachtisch, Kuchen, Getränke | food
Tagesplan | schedule | Begrüßung, Essen, Reden, Musik, Abschied | time
Musik und Spiele | list | Musik zur Begrüßung, Musik zum Tanz, Spiel für alle | music children look
Plätze und Schmuck | list | Tische und Stühle, Blumen, Lichter, Zelt oder Saal bei Regen | decor place
Kostenplan | budget | Essen, Getränke, Miete, Schmuck, Reserve | money
Helfer | checklist | Küche…, Getränke…, Spiele für Kinder…, Aufräumen… | clean weather
celebration phase
Zwei Monate vorher | checklist | Gästeliste, Einladung, Ort, Musik | people time
Die Woche vorher | checklist | Einkauf, Getränke, Tische und Stühle, Helfer | food pack
Vormittag | schedule | Tische, Schmuck, kalte Speisen, Tonprobe | decor place
Nachmittag | schedule | Begrüßung, Kaffee und Kuchen, Spiele, Fotos | children look
Abend | schedule | Abendessen, Rede, Musik, letzter Tanz | music
Kostenplan | budget | Essen, Getränke, Miete, Schmuck, Reserve | money
Der Tag danach | checklist | Aufräumen, Geliehenes, Dank | clean weather
celebration place
Küche und Buffet | list | warme Speisen, kalte Speisen, Nachtisch, Getränke | food
Tische und Schmuck | list | Tische und Stühle, Tischdecken, Blumen, Lichter | people decor place
Musik und Tanz | list | Musik zum Essen, Musik zum Tanz, Rede, Spiel für alle | music look
Ecke für Kinder | list | Spiel im Freien, Spiel im Haus, Essen für Kinder | children
Tagesplan | schedule | Begrüßung, Essen, Tanz, Abschied | time weather
Kosten und Aufräumen | budget | Essen, Getränke, Miete, Schmuck, Reserve | money clean
event activity
Teilnehmer und Einladung | list | Eingeladene…, Weg der Anmeldung, Antwort bis…, Text der Einladung | people
~Tagesplan | schedule | Eröffnung, Hauptteil, Pause, Abschluss | time look music
Raum und Ausstattung | checklist | Stühle und Tische, Beamer oder Lautsprecher, Schilder | place pack buy decor
Aufgaben und Helfer | list | Leitung…, Empfang…, Aufbau…, Protokoll… | children clean risk
Essen und Trinken | list | Kaffee und Tee, Kleinigkeiten, kalte Getränke | food
Kostenplan | budget | Miete, Essen, Material, Preise, Reserve | money
event phase
Zwei Monate vorher | checklist | Termin, Raum, Einladung, Redner oder Preise | people time
Die Woche vorher | checklist | Teilnehmerliste, Material, Helfer | pack buy
Vormittag | schedule | Aufbau, Schilder, Empfang, Eröffnung | place decor
Nachmittag | schedule | Hauptteil, Pause, Abschluss | look food music
Der Tag danach | checklist | Aufräumen, Dank, Protokoll | clean risk
Kostenplan | budget | Miete, Essen, Material, Reserve | money
learning activity
Zeitplan | schedule | kurze tägliche Übung, wöchentliche Wiederholung, freier Tag | time
Erste Schritte | list | erste Lektion, nützlichste Wörter oder Griffe, erstes kleines Ziel | learn
Übungen | list | Übung zum Aufwärmen, Hauptübung, Übung für die Schwachstelle | learn
Material | comparison | Buch, kostenloser Kurs, Aufnahmen | pack buy money
Üben mit anderen | list | Partner oder Lehrer, Gruppe oder Verein, kleiner Auftritt | people
Prüfungen | checklist | Probe nach einer Woche, monatliche Probe, Note zum Erreichen | risk
learning phase
@Erste Schritte | schedule | Grundlagen, erste Wörter oder Griffe, tägliche Gewohnheit | learn
@Grundlagen | schedule | Regeln, längere Übungen, Korrektur der Fehler | learn
@Anwendung | schedule | echte Texte oder Stücke, Gespräch oder Zusammenspiel, Tempo | people
@Abschluss | schedule | Wiederholung, Probelauf, kleiner Auftritt | time
Material | comparison | Buch, kostenloser Kurs, Aufnahmen | pack buy money
Wochenplan | schedule | kurze tägliche Übung, Tag der Wiederholung, freier Tag | time risk
learning place
Am Schreibtisch | list | Buch, schriftliche Übungen, Notizen | learn
Unterwegs | list | Aufnahmen, Karten, Wiederholung im Kopf | travel
Mit anderen | list | Partner, Gruppe, Fragen | people
Am Wochenende | list | längeres Stück, Film oder Konzert, Probe der Woche | look
Zeitplan | schedule | kurze tägliche Übung, wöchentliche Wiederholung, freier Tag | time
Material | comparison | Buch, kostenloser Kurs, Aufnahmen | pack buy money
training activity
Wochenplan | schedule | leichte Einheit, harte Einheit, lange Einheit, Ruhetag | time
Übungen | list | Aufwärmen, Ausdauer, Kraft, Dehnen | learn
Essen und Trinken | list | vor dem Training, danach, in der langen Einheit | food
Ausrüstung | checklist! | Schuhe, Kleidung, Uhr, Wasser | pack buy money
Gesundheit und Ruhe | list | Stunden Schlaf, Schmerzen als Warnung, Ruhetag | risk sleep
~Der Tag selbst | schedule | Frühstück, Anfahrt, Aufwärmen, Tempo | travel weather
training phase
@Eingewöhnung | schedule | leichte Einheiten, Gehpausen, Dehnen | learn
@Aufbau | schedule | längere Einheiten, Hügel, Kraft | learn
@Härteste Wochen | schedule | längste Einheit, Zieltempo, Erholung | food
@Letzte Wochen | schedule | kürzere Einheiten, Schlaf, Probe der Ausrüstung | sleep
~Der Tag selbst | schedule | Frühstück, Anfahrt, Aufwärmen, Tempo | travel weather
Ausrüstung | checklist! | Schuhe, Kleidung, Uhr, Wasser | pack buy money
technical activity
Bestand | table | Dienst…, Gerät…, Ort der Daten…, Konto… | look
Zeitplan | schedule | Vorbereitung, Kopie, Umstellung, Kontrolle | time
Sicherung und Rückweg | checklist | Platte für die Sicherung, Programm dafür, Probedatei, Frist für den Rückweg… | risk
Einstellungen | list | Netzadressen, Gerätenamen, Benutzerkonten…, Ablage der Passwörter… | place
Testliste | checklist | Start nach Stromausfall, Zugang von außen, Tempo, zurückgeholte Datei | people
Einkaufsliste und Kosten | budget | Geräte, Kabel, Platten, Reserve | money buy
Anleitung für alle im Haus | list | Platz der Geräte…, erste Hilfe bei Störungen, Ansprechperson… | children
technical phase
@Bestand und Sicherung | checklist | Geräte…, Dienste…, Platte für die Sicherung, Probedatei | risk
@Vorbereitung | checklist | neues Gerät, Updates, Netzadresse, Benutzerkonten | buy
@Tag der Umstellung | schedule | letzte Sicherung, erster Dienst, übrige Dienste, neue Adressen | time
@Tests und Aufräumen | checklist | Start nach Stromausfall, Zugang von außen, Altgerät aus | clean
Rückweg | list | Frist für den Rückweg…, erster Schritt zurück, Leute zum Benachrichtigen… | people
Einkaufsliste und Kosten | budget | Geräte, Kabel, Platten, Reserve | money
technical place
Alte Geräte | list | Dienste darauf…, Daten zum Retten…, letzter Tag in Betrieb | look
Neue Geräte | list | Modell, Einstellungen, Platz im Haus…, Stromanschluss | buy place
Netz und Zugang | list | Adressen, Funknetz, Zugang von außen | travel
Daten und Kopien | table | Ordner oder Platte…, Größe…, zweite Kopie… | risk
Zeitplan und Menschen | schedule | Sicherung, Umstellung, Test, kurze Anleitung | time people children
Kosten | budget | Geräte, Kabel, Platten, Reserve | money
moving activity
Zeitplan | schedule | Kündigung, Packen, Umzugstag, Übergabe | time
Packliste nach Zimmern | checklist | Küche, Schlafzimmer, Bücher, Keller | pack
Wagen und Helfer | list | Größe des Wagens, Zahl der Helfer, Essen für Helfer | people travel food
Adressen und Verträge | checklist | Post, Bank, Strom, Internet, Ummeldung | risk
Möbel und ihre neuen Zimmer | list | Sofa…, Schränke…, Betten…, Tische und Stühle… | place clean
Kostenplan | budget | Wagen, Kartons, Kaution, Reparaturen, Reserve | money
moving phase
@Aussortieren und Kündigen | checklist | Verträge, Verschenktes, Wagen | risk pay
@Kartons nach Zimmern | checklist | Aufschriften, Zerbrechliches, Tasche für die erste Nacht | pack
@Umzugstag | schedule | Frühstück für Helfer, Laden, Fahrt, Ausladen | people travel food
@Einrichten | checklist | zuerst die Betten, Ummeldung, Reparaturen in der alten Wohnung | clean place
Adressen und Verträge | checklist | Post, Bank, Strom, Internet | time
Kostenplan | budget | Wagen, Kartons, Kaution, Reparaturen, Reserve | money
moving place
Küche und Keller | checklist | Geschirr, Vorräte zum Aufbrauchen, Werkzeug, Fahrräder | food clean
Wohnzimmer und Schlafzimmer | checklist | Möbel, Bücher, Kleidung, Betten | pack sleep
Umzugstag | schedule | Frühstück für Helfer, Laden, Fahrt, Ausladen | time people
Alte Wohnung | checklist | Reparaturen, Zählerstände…, Schlüsselübergabe | risk
Neue Wohnung | checklist | Stellplätze der Möbel, Lampen, Namen an der Tür | place people
Fahrt und Kosten | budget | Wagen, Benzin, Kartons, Reserve | money travel
tidying activity
Was bleibt | list | monatlich Gebrauchtes, Jahreszeitliches, Andenken | look
Was geht | table | Verkauf, Geschenke, Wertstoffe, Müll | clean
Wohin die Dinge kommen | list | Regale, Haken, beschriftete Kisten, freier Boden | place
Zeitplan | schedule | Leeren, Sortieren, Fegen, Einräumen | time
Werkzeug und Vorräte | checklist! | Kisten, Etiketten, Handschuhe, Säcke | pack buy
Helfer und Kosten | budget | Essen für Helfer, Regale, Haken, Entsorgung | money people
tidying phase
Vorher | checklist! | Kisten, Etiketten, Platz zum Sortieren, Helfer | pack people
@Leeren und Sortieren | schedule | alles heraus, Behalten, Verschenken, Müll | clean
@Einräumen | schedule | Fegen, Regale, beschriftete Kisten, freier Boden | place
Danach | checklist | Entsorgung, Verkauf, Regel für Neues | time
Werkzeug und Kosten | budget | Kisten, Regale, Haken, Entsorgung | money buy
tidying place
Boden und Ecken | list | große Dinge, Fahrräder oder Maschinen, freier Boden | clean
Regale und Schränke | list | oberes Fach, mittleres Fach, unteres Fach | look
Wände und Decke | list | Haken, Leitern, selten Gebrauchtes | place
Kisten und Kleinkram | list | Schrauben und Kleinteile, Papiere, Kabel | pack
Zeitplan | schedule | Leeren, Sortieren, Fegen, Einräumen | time
Werkzeug und Kosten | budget | Kisten, Regale, Haken, Entsorgung | money buy
building activity
Wie es werden soll | list | Größe…, Aufteilung, Materialien, Farben | look
Material und Werkzeug | checklist | Hauptmaterial, Kleinteile, Werkzeug, Schutz | pack buy
Zeitplan | schedule | Vorbereitung, grobe Arbeit, feine Arbeit, Kontrolle | time
Wer was macht | list | Zeichnung…, grobe Arbeit…, feine Arbeit…, Reinigung… | people children
Kostenplan | budget | Material, Werkzeug, Handwerker, Reserve | money
Risiken und Abhilfe | list | wenn die Lieferung spät kommt, wenn es staubt, wenn Schäden auftauchen | risk clean
building phase
@Zeichnung und Einkauf | checklist | Maße…, Zeichnung, Material, Termine | look buy
@Vorbereitung und grobe Arbeit | schedule | Altes heraus, Leitungen, Unterbau | clean
@Hauptarbeit | schedule | Aufbau, Verbindungen, Oberflächen | people children
@Fertigstellung | checklist | Kleinigkeiten, Reinigung, Probelauf, Mängelliste | risk
Material und Werkzeug | checklist | Hauptmaterial, Kleinteile, Werkzeug | pack
Kostenplan | budget | Material, Werkzeug, Handwerker, Reserve | money
building place
Unterbau und Rahmen | list | Maße…, Material, Befestigung | place
Oberflächen | list | Wände, Boden, Farbe oder Belag | look
Strom und Leitungen | list | Kabel, Licht, Rohre | risk
Ausstattung und Einzelheiten | list | Einbauten, Kleinteile, letzter Schliff | buy
Zeitplan | schedule | Vorbereitung, grobe Arbeit, feine Arbeit, Kontrolle | time
Kostenplan | budget | Material, Werkzeug, Handwerker, Reserve | money
garden activity
Beete | table | Pflanzen, gute Nachbarn, Sonne | place
Pflanzen | list | ? frühe Ernte, Sommerernte, Herbsternte | look food
Kalender | schedule | Säen, Pflanzen, Pflege, Ernte | time weather
Boden und Wasser | list | Kompost, Mulch, Gießen je Woche | clean
Werkzeug und Saatgut | checklist! | Spaten, Harke, Samen, Netze | pack buy
Kostenplan | budget | Samen, Pflanzen, Erde, Werkzeug | money
garden phase
@Frühling | schedule | Boden, Aussaat, erste Pflanzen | look
@Frühsommer | schedule | Auspflanzen, Jäten, Gießen | weather
@Hochsommer | schedule | Ernte, zweite Aussaat, Gießen | food
@Herbst | schedule | letzte Ernte, Lagern, Winterschutz | clean
Beete | table | Pflanzen, gute Nachbarn, Sonne | place
Werkzeug und Kosten | budget | Samen, Pflanzen, Erde, Werkzeug | money buy
writing activity
Inhalt | table | Kapitel, Seiten…, Verfasser… | place look
Eröffnung | text | Begrüßung, Zweck, Gebrauch | people
Stil | list | Ton, Länge, Namen und Schreibweisen, Bilder | children
Sammeln | checklist | Texte, Bilder, Erlaubnisse, Einsendeschluss | buy
Zeitplan | schedule | Sammeln, Entwurf, Korrektur, Gestaltung, Druck | time
Korrektur, Druck und Kosten | budget | zweiter Leser, Auflage, Papier, Porto | money risk
writing phase
@Sammeln | checklist | Quellen, Texte, Bilder, Erlaubnisse | people
@Erster Entwurf | schedule | erste Kapitel, mittlere Kapitel, letzte Kapitel | place
@Korrektur | checklist | zweiter Leser, Tatsachen, Rechtschreibung | risk
@Gestaltung und Druck | checklist | Format, Bilder, Probedruck, Auflage | look
Zeitplan | schedule | Ende der Sammlung, Ende des Entwurfs, Drucktag, Reservetage | time
Kosten | budget | Papier, Druck, Bindung, Porto | money
writing place
Umschlag und erste Seiten | list | Titel, Bild, Inhalt, Begrüßung | look
Hauptteil | table | Thema, Seiten…, Verfasser… | place
Bilder und Tabellen | list | Titelbild, Bilder im Text, Tabellen oder Karten | buy
Letzte Seiten | list | Dank, Register, Kontakt | people
Zeitplan | schedule | Sammeln, Entwurf, Korrektur, Gestaltung, Druck | time
Druck und Kosten | budget | Papier, Druck, Bindung, Porto | money
business activity
Angebot und Preise | table | Ware oder Leistung, darin enthalten, Preis… | look food
Kunden | list | Stammkunden, Weg zu ihnen, Angebot zur Eröffnung | people
Genehmigungen und Versicherung | checklist | Anmeldung, Steuernummer, Versicherung, Steuerberatung | risk
Räume und Ausstattung | checklist | Grundriss, Maschinen, Regale und Theke | place buy
Kosten und Einnahmen | budget | Miete, Ausstattung, Material, Versicherung, Reserve | money
Zeitplan | schedule | Genehmigungen, Einrichtung, Probetag, Eröffnung | time weather
business phase
@Idee und Zahlen | list | Angebot, Preis der wichtigsten Ware…, Kosten im Monat…, nötiger Absatz… | money
@Genehmigungen und Räume | checklist | Anmeldung, Versicherung, Mietvertrag, Steuerberatung | risk
@Einrichtung und Werbung | checklist | Ausstattung, Schild, erste Kunden | buy people
@Eröffnung und erste Wochen | schedule | Probetag, Tag der Eröffnung, erster Rückblick | time weather
Kosten und Einnahmen | budget | Miete, Ausstattung, Material, Versicherung, Reserve | money
Angebot und Preise | table | Ware oder Leistung, darin enthalten, Preis… | look food
business place
Laden oder Werkstatt | list | Aufteilung, Maschinen, Lager, Sicherheit | place
Theke und Schaufenster | list | Preisliste…, Schild, Öffnungszeiten | look food
Behörden und Bank | checklist | Anmeldung, Steuer, Versicherung, Konto | risk
Kunden und Lieferanten | list | Stammkunden, wichtigster Lieferant…, Zahlungsfrist | people
Erstes Jahr nach Monaten | schedule | Eröffnung, starke Monate, ruhige Monate | time weather
Kosten und Einnahmen | budget | Miete, Ausstattung, Material, Versicherung, Reserve | money
other activity
Schritte der Reihe nach | list | erster Schritt, zweiter Schritt, dritter Schritt, letzter Schritt | look place
Zeitplan | schedule | Anfang, Hauptarbeit, Kontrolle, Abschluss | time
Wann es fertig ist | checklist | sichtbares Ergebnis, Zahl zum Erreichen…, letzte Kontrolle | people children
Was gebraucht wird | checklist | wichtigste Dinge, Werkzeug, Auskünfte | pack buy food
Kosten | budget | Material, Dienste, Reserve | money
Risiken und Abhilfe | list | wenn die Zeit nicht reicht, wenn es teurer wird, wenn Helfer fehlen | risk weather
other phase
@Anfang | checklist | heutiger Stand…, Ziel, erste Entscheidung | look people
@Erster Teil | schedule | leichtester Schritt, zweiter Schritt, erste Kontrolle | place
@Hauptteil | schedule | größter Schritt, Hilfe von anderen, Kontrolle zur Halbzeit | buy
@Letzter Teil | schedule | letzter Schritt, Schlusskontrolle, Gewohnheit für später | risk
Was gebraucht wird | checklist | wichtigste Dinge, Werkzeug, Auskünfte | pack food
Kosten | budget | Material, Dienste, Reserve | money
other place
Menschen | list | Leitung…, Helfer…, Ratgeber… | people children
Orte | list | wichtigster Ort, Lagerplatz, Weg dorthin | place look
Dinge | checklist | wichtigste Dinge, Werkzeug, Ersatz | pack buy food
Termine | schedule | Anfang, Halbzeit, Ende, Reservetage | time weather
Geld | budget | Material, Dienste, Reserve | money
Zweifel | list | offene Frage, häufigstes Problem, Fachleute zum Fragen… | risk
"""

TOPICS: Final = """
food | essen isst mahlzeit fleisch fisch vegetar vegan gluten koch back
food | abendessen mittag frühstück kuchen suppe getränk rezept küche
money | euro geld kosten billig preis ersparn zahl rechnung
sleep | schlaf zimmer bett hotel hütte schnarch übernacht
travel | zug bahn auto bus flug fahr reise straße fahrkarte bahnhof
people | gast gäste freund nachbar familie kolleg leute frau mann schwester bruder kunde
children | kind kinder baby sohn tochter schule
music | musik sing chor lied tanz band klavier konzert
decor | blume schmuck tischdecke stuhl stühle tisch
time | datum frist stunde anfang ende bis uhr früh spät abend wochenende minuten
risk | verlier kaputt fehler falsch gefahr angst versicher steuer kopie sicherung allerg
clean | sauber aufräum feg putz müll
look | seh besuch museum markt konzert bild foto see schwimm
place | saal haus garten wohnung stadt straße ordner stockwerk laden
pack | tasche rucksack leih karton koffer
buy | kauf laden werkzeug gerät einbau
weather | regen heiß kalt winter sommer wetter
learn | wort grammatik lied übung lektion
"""

WISHES: Final = (
    "nicht kein keine keinen nie niemand nichts ohne nur muss müssen darf dürfen will wollen möchte möchten mag liebt "
    "hasst mindestens höchstens mehr weniger als sollte allergisch vegetarier lieber angst mit schon"
)
PAST: Final = "letztes jahr|letzten jahr|letztes mal|vor jahren|früher"
LEADS: Final = "mit|ohne|für"
# Words by which short goals are known to be in this language.
COMMON: Final = (
    "der die das den dem des ein eine einen und oder für von zu zum zur mit im in auf aus bei nach vor über unter "
    "ist wie was unser unsere mein meine wir am an bis plane lerne lernen schreibe organisiere räume baue bauen "
    "reise urlaub wochen woche monate tage haus garten küche keller familie gäste hochzeit geburtstag umzug feier"
)
