"""German outlines of everyday matters: meals, purchases, repairs. ``outline_words`` says how they are read."""

from __future__ import annotations

from typing import Final

OUTLINES: Final = """
cooking activity
Speisefolge | list | ? Vorspeise, Hauptgericht, Beilage, Nachtisch | food look
Getränke und Tisch | list | Getränke zum Essen, Getränke ohne Alkohol, Gedeck | people decor
Besondere Kost | list | Gericht ohne Fleisch, Gericht ohne Gluten, Gericht für Kinder | risk children
Einkaufsliste | checklist | Gemüse und Obst, Hauptzutaten, Milch und Eier, Gewürze | buy pack
~Kochplan nach Uhrzeit | schedule | Vortag, zwei Stunden vorher, letzte halbe Stunde | time
Kosten | budget | Hauptzutaten, Gemüse, Süßes, Getränke | money
cooking phase
@Erste Tage | schedule | Frühstück, Mitgenommenes, frisches Abendessen | food
@Mittlere Tage | schedule | Suppe oder Eintopf, schnelles Abendessen, kalte Mahlzeit | people
@Letzte Tage | schedule | Reste, Auflauf, Süßspeise | children
Einkaufsliste | checklist | Gemüse und Obst, Hauptzutaten, Milch und Eier, Gewürze | buy pack
Vorkochen | list | Gericht für zwei Tage, Gericht zum Einfrieren, Soße auf Vorrat | time
Kosten | budget | Gemüse, Hauptzutaten, Getränke, Reserve | money
cooking place
Vorspeise | list | ? Suppe, Salat, Brot | look
Hauptgericht | list | ? Braten oder Auflauf, Beilage, Soße | food people
Nachtisch und Getränke | list | ? Süßspeise, Obst, Kaffee | children
~Kochplan nach Uhrzeit | schedule | Vortag, zwei Stunden vorher, letzte halbe Stunde | time
Einkaufsliste | checklist | Gemüse und Obst, Hauptzutaten, Milch und Eier, Gewürze | buy pack
Kosten | budget | Hauptzutaten, Gemüse, Süßes, Getränke | money
buying activity
Bedarf | list | Hauptzweck, Größe oder Leistung, unverzichtbare Eigenschaften | look people
Kandidaten | comparison | ? günstiges Modell, mittleres Modell, bestes Modell | buy
Läden und Verkäufer | list | Laden am Ort, Onlineshop, Verkäufer von Gebrauchtem | place travel
Prüfung vor dem Bezahlen | checklist | Zustand, Papiere und Garantie, Probe, Rückgaberecht | risk
Zeitplan | schedule | Vergleich, Probe, Kauf, Lieferung | time
Kosten | budget | Kaufpreis, Lieferung, Zubehör, Unterhalt im Jahr | money
buying phase
@Vergleich | list | Hauptzweck, Preisrahmen…, drei Kandidaten | look people
@Ausprobieren | checklist | Laden oder Verkäufer, Probe, Fragen an den Verkäufer | place travel
@Kauf | checklist | letzter Preis, Papiere und Garantie, Bezahlung, Lieferung | risk time
Erste Wochen danach | checklist | Einrichtung, Probe aller Funktionen, letzter Tag der Rückgabe | clean
Kandidaten | comparison | ? günstiges Modell, mittleres Modell, bestes Modell | buy
Kosten | budget | Kaufpreis, Lieferung, Zubehör, Unterhalt im Jahr | money
data activity
Daten auf jedem Gerät | list | Telefon…, Rechner…, Onlinespeicher…, alte Platten… | look place
Ordner und Namen | list | oberste Ordner, Muster der Dateinamen, Ordner für Neues | children
Löschen | checklist | Doppeltes, unscharfe oder alte Dateien, unbenutzte Konten | clean
Sichere Kopien | list | zweite Platte, Kopie außer Haus, Tag der Kopie | risk
Zeitplan | schedule | Sammeln, Sortieren, Kopieren, Kontrolle | time
Kosten | budget | Platte, Onlinespeicher, Hilfe, Reserve | money buy
Anleitung für die Familie | list | Ort von allem…, Suche, Hilfe in der Not… | people
data phase
@Sammeln | checklist | Telefon, Rechner, Speicherkarten, Onlinekonten | look
@Sortieren | schedule | Doppeltes, Ordner nach Jahren, die Besten | clean place
@Kopieren | checklist | zweite Platte, Kopie außer Haus, Probe der Wiederherstellung | risk
@Kontrolle und Gewohnheit | checklist | geöffnete Stichproben, altes Gerät, monatliche Kopie | time
Anleitung für die Familie | list | Ort von allem…, Suche, Hilfe in der Not… | people children
Kosten | budget | Platte, Onlinespeicher, Hilfe, Reserve | money buy
report activity
Botschaft | list | Hauptaussage, stärkster Grund, Bitte an die Zuhörer | people
Gliederung | table | Einstieg, erster Punkt, zweiter Punkt, Schluss | place
Zahlen und Bilder | list | wichtigste Zahl, Diagramm oder Tabelle, Bild | look
Text des Einstiegs | text | Begrüßung, Frage oder Geschichte, Thema | children
Zeitplan | schedule | Sammeln, Entwurf, Probe, der Tag selbst | time
Fragen und Ausstattung | checklist | mögliche Fragen, Beamer oder Ausdruck, Kopien für alle | risk pack buy
report phase
@Sammeln | checklist | Quellen, Zahlen, Beispiele, gewünschte Länge | look
@Entwurf | schedule | Gliederung, Einstieg, Hauptteil, Schluss | place
@Seiten oder Folien | checklist | Bilder, Diagramme, Gestaltung, Rechtschreibung | learn
@Probe | schedule | erster Versuch, Kürzung, Versuch mit Zuhörer | people time
Fragen und Ausstattung | checklist | mögliche Fragen, Beamer oder Ausdruck, Kopien für alle | risk pack
Kosten | budget | Druck, Bilder, Fahrten, Reserve | money buy
exam activity
Themen | list | wichtigste Themen, schwache Themen…, leichte Themen… | look
Wochenplan | schedule | kurze tägliche Übung, Probearbeit, freier Tag | time
Üben | list | alte Prüfungen, Karteikarten, Erklären für Freunde | learn people
Material | checklist! | Lehrbuch, Notizen, Wort- oder Formelliste, Stifte | pack
Ruhe und Schlaf | list | Stunden Schlaf, Pausen, Hilfe bei Sorgen | risk sleep
~Tag der Prüfung | schedule | Frühstück, Hinweg, leichte Fragen, letzte Kontrolle | travel food
Kosten | budget | Bücher, Kurs oder Nachhilfe, Gebühr, Reserve | money buy
exam phase
@Überblick | checklist | Liste der Themen, alte Prüfungen, schwache Themen… | look
@Lernen | schedule | Hauptthemen, schwere Themen, Karteikarten | learn
@Üben | schedule | Probearbeit auf Zeit, verbesserte Fehler, Wiederholung | time people
@Letzte Tage | schedule | kurze Wiederholung, gepackte Tasche, früh ins Bett | sleep pack
~Tag der Prüfung | schedule | Frühstück, Hinweg, leichte Fragen, letzte Kontrolle | travel food
Kosten | budget | Bücher, Kurs oder Nachhilfe, Gebühr, Reserve | money buy
job activity
Wunschstelle | list | Beruf…, Gegend…, Arbeitszeit…, Lohn… | place
Quellen für Stellen | list | Stellenbörsen, Betriebe in der Nähe, Bekannte, Arbeitsamt | people look
Unterlagen | checklist | Lebenslauf, Zeugnisse, Empfehlungen, Foto | pack risk
Anschreiben | letter | Einstieg, Stärken, Grund für diesen Betrieb | learn
Vorstellungsgespräch | list | eigene Stärken…, mögliche Fragen, eigene Fragen, Kleidung | travel
Zeitplan | schedule | Unterlagen, Bewerbungen, Gespräche, Entscheidung | time
job phase
@Unterlagen | checklist | Lebenslauf, Anschreiben, Zeugnisse, Empfehlungen | pack
@Suche und Bewerbungen | schedule | Stellenbörsen, erste Bewerbungen, Anrufe, weitere Bewerbungen | look
@Gespräche | list | mögliche Fragen, eigene Fragen, Kleidung, Hinweg | people travel
@Entscheidung | checklist | Vertrag, Lohn, Kündigung der alten Stelle, erster Tag | risk time
Quellen für Stellen | list | Stellenbörsen, Betriebe in der Nähe, Bekannte, Arbeitsamt | place
Kosten | budget | Druck und Porto, Fahrten, Kurs, Reserve | money buy
health activity
Wochenplan | schedule | Übung am Morgen, Gang am Abend, Ruhetag | time
Essen | list | ? Frühstück, Mittagessen, Abendessen, Zwischenmahlzeit | food
Übungen | list | Aufwärmen, Kraft, Ausdauer, Dehnen | learn
Messwerte | table | Datum…, Gewicht oder Schmerz…, Wiederholungen oder Strecke…, Stunden Schlaf… | look sleep
Hindernisse und Hilfe | list | ärztlicher Rat, Hunger oder Müdigkeit, Freund zum Mitmachen | risk people
Kosten | budget | Schuhe oder Geräte, Kurs, Essen, Reserve | money buy
health phase
@Beginn | checklist | Arztbesuch, Werte von heute…, erste Gewohnheit | look
@Erste Wochen | schedule | kurze Übung, Spaziergang, neues Frühstück | learn
@Hauptwochen | schedule | längere Übung, geplante Mahlzeiten, Ruhetag | time
@Dranbleiben | schedule | bleibende Gewohnheit, wöchentliche Kontrolle, Belohnung | people
Essen | list | ? Frühstück, Mittagessen, Abendessen, Zwischenmahlzeit | food
Hindernisse und Hilfe | list | ärztlicher Rat, Hunger oder Müdigkeit, Freund zum Mitmachen | risk sleep
Kosten | budget | Schuhe oder Geräte, Kurs, Essen, Reserve | money buy
care activity
Tagesplan | schedule | früh am Morgen, Mittag, Abend, Nacht | time
Essen und Trinken | list | ? Frühstück, Hauptmahlzeit, Getränke, Leckereien | food
Gesundheit und Sicherheit | list | Arzt oder Tierarzt…, Arznei, Gefahren im Haus | risk
Was gebraucht wird | checklist! | Bett, Näpfe oder Flaschen, Putzzeug, Spielzeug | pack buy sleep
Betreuer | list | wichtigste Person…, Vertretung…, Notrufnummer… | people children
Kosten | budget | Futter oder Essen, Ausstattung, Arzt oder Tierarzt, Reserve | money
care phase
Die Woche vorher | checklist | Zimmer und Bett, Vorräte, Schlüssel, Anweisungen | pack buy
@Erste Tage | schedule | Ankunft, Kennenlernen, ruhiger Abend | people
@Alltag | schedule | Mahlzeiten, Auslauf oder Spiel, Putzen | food clean
@Letzte Tage | schedule | gewohnte Mahlzeiten, saubere Zimmer, Bericht an die Familie | time children
Gesundheit und Sicherheit | list | Arzt oder Tierarzt…, Arznei, Gefahren im Haus | risk
Kosten | budget | Futter oder Essen, Ausstattung, Arzt oder Tierarzt, Reserve | money
saving activity
Heutige Ausgaben | table | Posten, Kosten im letzten Jahr…, Kosten als Ziel… | look place
Schnelle Ersparnis | list | Änderung ohne Kosten, günstigerer Vertrag, teure Gewohnheit | food
Größere Änderungen | list | Gerät zum Ersetzen, Vertrag zum Kündigen, Ding zum Teilen | buy
Regeln für alle | list | Kochen und Waschen, Abende zu Hause, Einkäufe | people children
Zeitplan | schedule | erste Woche, erster Monat, Kontrolle nach einem halben Jahr | time
Kosten und Ersparnis | budget | kleine Änderungen, größere Änderungen, Hilfe, Reserve | money
saving phase
@Bestandsaufnahme | checklist | Rechnungen des Vorjahrs, größter Posten, Zahl zum Erreichen… | look
@Schnelle Ersparnis | list | Änderung ohne Kosten, günstigerer Vertrag, teure Gewohnheit | food
@Größere Änderungen | schedule | Angebote, Gerät zum Ersetzen, neuer Vertrag | buy place
@Kontrolle und Gewohnheit | checklist | erreichte Zahl, monatliche Kontrolle, nächste Ersparnis | time
Regeln für alle | list | Kochen und Waschen, Abende zu Hause, Einkäufe | people children
Kosten und Ersparnis | budget | kleine Änderungen, größere Änderungen, Hilfe, Reserve | money
repair activity
Fehler | list | Stelle des Fehlers…, wahrscheinliche Ursache, zweite mögliche Ursache | look place
Werkzeug und Teile | checklist | Werkzeug, Ersatzteile, Dichtung oder Kleber, Handschuhe | pack buy
Schritte der Reihe nach | list | Abstellen, Zerlegen, neues Teil, Zusammenbau | learn
Grenzen und Sicherheit | list | Wasser oder Strom aus, Gefahr, Punkt für den Anruf beim Fachmann | risk people children
Zeitplan | schedule | Einkauf, Reparatur, Trocknen, Probe | time
Probe und Aufräumen | checklist | erste Probe, Probe nach einem Tag, sauberer Platz | clean
Kosten | budget | Teile, Werkzeug, Fachmann, Reserve | money
repair phase
@Fehlersuche | checklist | Stelle des Fehlers…, wahrscheinliche Ursache, Maße des Teils… | look
@Werkzeug und Teile | checklist | Werkzeug, Ersatzteile, Dichtung oder Kleber, Handschuhe | pack buy
@Reparatur | schedule | Abstellen, Zerlegen, neues Teil, Zusammenbau | time
@Probe und Aufräumen | checklist | erste Probe, Probe nach einem Tag, sauberer Platz | clean
Grenzen und Sicherheit | list | Wasser oder Strom aus, Gefahr, Punkt für den Anruf beim Fachmann | risk people
Kosten | budget | Teile, Werkzeug, Fachmann, Reserve | money
games activity
Spiele | list | ? Spiel zum Anfang, Hauptspiel, Spiel in Gruppen, ruhiges Spiel | look children
Gruppen und Punkte | list | Größe der Gruppen, Punkte, Schiedsrichter, Preise | people
~Zeitplan | schedule | Begrüßung, erstes Spiel, Pause, Endspiel | time
Raum und Material | checklist | Tische, Karten oder Würfel, Stifte und Papier, Musik | place pack buy music
Essen und Trinken | list | ? Knabbereien, Getränke, kleines Abendessen | food
Kostenplan | budget | Spiele, Essen, Preise, Reserve | money
games phase
Die Woche vorher | checklist | Einladungen, Spiele, Preise | people
Der Tag vorher | checklist | Tische, Knabbereien, Getränke, Material | pack buy place
~Eröffnung | schedule | Begrüßung, Gruppen, Spiel zum Anfang | time
~Hauptspiele | schedule | Hauptspiel, Pause mit Essen, Spiel in Gruppen | food look children
~Abschluss | schedule | Endspiel, Preise, Aufräumen | clean music
Kostenplan | budget | Spiele, Essen, Preise, Reserve | money
children activity
Einladung | list | Namen der Kinder…, Tag und Uhrzeit…, Antwort bis…, Text der Einladung | people
Spiele | list | Spiel zum Anfang, Spiel drinnen, Spiel draußen, ruhiges Spiel | children look
Nachmittag | schedule | Begrüßung, Schatzsuche, Geburtstagskuchen, Abschied | time
Essen und Trinken | list | ? Kuchen, Knabbereien, Obst, Getränke | food
Schmuck und Tüten | checklist | Luftballons, gedeckter Tisch, Preise, kleine Tüten zum Mitnehmen | decor pack buy place
Helfer | checklist | Küche…, Betreuung der Spiele…, Fotos…, Aufräumen… | clean weather
Kostenplan | budget | Essen, Getränke, Schmuck, Preise, Reserve | money
children phase
Die Woche vorher | checklist | Einladungen, Spiele, Preise | people
Der Tag vorher | checklist | Kuchen, Schmuck, Tüten zum Mitnehmen, Zimmer | pack buy decor place
~Beginn | schedule | Begrüßung, Spiel zum Anfang | time
~Kuchen und Spiele | schedule | Geburtstagskuchen, Schatzsuche, ruhiges Spiel | food children look
~Abschluss | schedule | Abendessen, kleine Tüten, Abschied | clean music
Kostenplan | budget | Essen, Getränke, Schmuck, Preise, Reserve | money
club activity
Name und Zweck | list | Name, Zweck, erste Unternehmung | look
Mitglieder | list | erste Mitglieder…, Weg zu ihnen, Text des Aushangs | people children
Treffen | schedule | erstes Treffen, üblicher Abend, Sommerpause | time
Raum und Ausstattung | checklist | Raum, Tische oder Geräte, Schrank | place pack buy
Regeln und Ämter | list | Vorsitz…, Kasse…, Schlüssel… | risk
Kosten und Beiträge | budget | Raum, Ausstattung, Essen und Trinken, Reserve | money food
club phase
@Vorbereitung | checklist | Name, Zweck, Raum, erste Mitglieder | place
@Erste Treffen | schedule | Begrüßung, Vorstellung, erste Unternehmung | people
@Alltag | schedule | üblicher Abend, Gast, kleiner Wettbewerb | time look
@Erster Jahrestag | schedule | offener Tag, neue Mitglieder, Rückblick | children
Regeln und Ämter | list | Vorsitz…, Kasse…, Schlüssel… | risk
Kosten und Beiträge | budget | Raum, Ausstattung, Essen und Trinken, Reserve | money buy food
selling activity
Anzeige | list | Überschrift, Alter und Zustand…, Preis und Abholung…, Telefon… | people
Preis | list | Preise ähnlicher Angebote…, Wunschpreis…, niedrigster Preis… | look money
Orte für den Verkauf | list | Kleinanzeigen, Händler, Bekannte, Flohmarkt | place travel
Vorbereitung | checklist | Reinigung, kleine Reparaturen, Fotos, Papiere | clean pack
Zeitplan | schedule | Fotos, Anzeige, Besichtigungen, Übergabe | time
Sicherer Verkauf | checklist | Besichtigung zu zweit, Bezahlung, schriftlicher Vertrag, Quittung | risk
Kosten | budget | Reinigung, Reparaturen, Anzeige, Transport | buy
selling phase
@Vorbereitung | checklist | Reinigung, kleine Reparaturen, Fotos, Papiere | clean pack
@Angebot | list | Wunschpreis…, niedrigster Preis…, Text der Anzeige | look money
@Besichtigungen | checklist | Termine, mögliche Fragen, Probe | people time
@Sicherer Verkauf | checklist | Bezahlung, schriftlicher Vertrag, Übergabe | risk
Orte für den Verkauf | list | Kleinanzeigen, Händler, Bekannte, Flohmarkt | place travel
Kosten | budget | Reinigung, Reparaturen, Anzeige, Transport | buy
papers activity
Nötige Unterlagen | checklist | Formulare, Belege, Bescheinigungen, Ausweis | pack look
Ämter und Beratung | list | zuständiges Amt, Beratung…, Onlineportal | place people
Zahlen zum Eintragen | list | Einnahmen…, Ausgaben…, erwartete Erstattung… | children
Zeitplan | schedule | Sammeln, Ausfüllen, Kontrolle, letzter Tag | time
Fehler und Auswege | list | wenn ein Beleg fehlt, wenn eine Frist verpasst ist, wenn eine Frage unklar ist | risk
Kosten | budget | Gebühren, Beratung, Kopien und Porto, Reserve | money buy
papers phase
@Sammeln | checklist | Formulare, Belege, Bescheinigungen, Ausweis | pack
@Ausfüllen | schedule | leichte Seiten, Zahlen, offene Fragen | look children
@Kontrolle | checklist | Summen, Unterschriften, Kopien | risk
@Abgabe | checklist | Tag der Abgabe, Bestätigung, Bescheid, Ablage | time
Ämter und Beratung | list | zuständiges Amt, Beratung…, Onlineportal | place people
Kosten | budget | Gebühren, Beratung, Kopien und Porto, Reserve | money buy
planting phase
@Lage und Boden | schedule | Beete abmessen, Unkraut und Steine, Kompost | look clean
@Erde und Wege | schedule | Beete umgraben oder aufbauen, Einfassung, Wege | place
@Pflanzen und Säen | schedule | große Pflanzen, kleine Pflanzen, Saatreihen, Mulch | food
Pflanzen und Samen besorgen | checklist | Pflanzen für Sonne, Pflanzen für Schatten, Samen, Kompost | buy pack
Pflege danach | list | Gießen je Woche, Jäten, Schutz vor Schnecken | weather
Werkzeug und Kosten | budget | Samen, Pflanzen, Erde, Werkzeug | money
"""
