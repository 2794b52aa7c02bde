"""Polish outlines: the parts of plans by kind of goal and angle. ``outline_words`` says how they are read."""

from __future__ import annotations

from typing import Final

OUTLINES: Final = """
trip activity
Trasa i przejazdy | list | miasta po kolei, środek transportu między nimi, najdłuższy przejazd | travel place
Noclegi | list | okolica w każdym mieście, rodzaj pokoju, noce w każdym mieście… | sleep place
Co zobaczyć | list | ? stare miasto, punkt widokowy, muzeum na deszcz | look
Jedzenie | list | dania regionu, targi, jedna uroczysta kolacja | food
Harmonogram | schedule | poranny spacer, główny cel, długi obiad, spokojny wieczór | time children
Budżet | budget | przejazdy, pokoje, jedzenie, bilety, rezerwa | money
Lista rzeczy do spakowania | checklist! | dokumenty, bilety, karty, ubrania, leki, ładowarki | pack weather
trip phase
Trzy miesiące wcześniej | checklist | terminy podróży, bilety na przejazdy, pokoje, paszporty i wizy | sleep pay
Tydzień wcześniej | checklist | gotówka i karty, prognoza pogody, klucze dla sąsiada, spakowane torby | pack
@Przyjazd | schedule | droga do noclegu, pierwszy spacer, kolacja w pobliżu | travel
@Środek wyjazdu | schedule | główne cele, wycieczka, targ, spokojny wieczór | look food children place
@Koniec wyjazdu | schedule | ostatni cel, pamiątki, spakowane torby, powrót | weather
Budżet | budget | przejazdy, pokoje, jedzenie, bilety, rezerwa | money
trip place
= | schedule | ? stare miasto, punkt widokowy, galeria, kawiarnia | look place
Jedzenie | list | dania regionu, śniadanie, prowiant, jedna uroczysta kolacja | food
Noclegi i przejazdy | list | noce w każdym mieście…, nocleg w każdym mieście, pociągi między nimi | sleep travel
Budżet | budget | przejazdy, pokoje, jedzenie, bilety, rezerwa | money
Lista rzeczy do spakowania | checklist! | dokumenty, bilety, karty, ubrania, leki, ładowarki | pack weather children
stay activity
Nocleg | list | okolica, rodzaj noclegu, liczba łóżek, cena za noc… | sleep place
Dojazd i poruszanie się | list | podróż tam, droga do noclegu, autobusy lub samochód, podróż z powrotem | travel
Co zobaczyć | list | ? stare miasto, punkt widokowy, muzeum na deszcz | look
Jedzenie | list | dania regionu, śniadanie, jedna uroczysta kolacja | food
Harmonogram | schedule | poranny spacer, główny cel, długi obiad, spokojny wieczór | time children
Budżet | budget | przejazdy, nocleg, jedzenie, bilety, rezerwa | money
Lista rzeczy do spakowania | checklist! | dokumenty, bilety, karty, ubrania, leki, ładowarki | pack weather
stay phase
Tydzień wcześniej | checklist | bilety na przejazd, nocleg, gotówka i karty, prognoza pogody | sleep pay
Dzień wcześniej | checklist | bagaż, dokumenty, klucze dla sąsiada, prowiant | pack travel
@Przyjazd | schedule | droga do noclegu, pierwszy spacer, kolacja w pobliżu | look
@Środek wyjazdu | schedule | główne cele, targ, rejs lub wycieczka, spokojny wieczór | food children place
@Koniec wyjazdu | schedule | długie śniadanie, pamiątki, ostatni spacer, powrót | weather
Budżet | budget | przejazdy, nocleg, jedzenie, bilety, rezerwa | money
stay place
@Przyjazd | schedule | droga do noclegu, pierwszy spacer, kolacja w pobliżu | look
@Środek wyjazdu | schedule | główne cele, targ, rejs lub wycieczka, spokojny wieczór | look
@Koniec wyjazdu | schedule | długie śniadanie, pamiątki, ostatni spacer, powrót | look
Nocleg i poruszanie się | list | okolica, rodzaj noclegu, droga z dworca, autobusy lub samochód | sleep travel place
Jedzenie | list | dania regionu, śniadanie, jedna uroczysta kolacja | food
Budżet | budget | przejazdy, nocleg, jedzenie, bilety, rezerwa | money
Lista rzeczy do spakowania | checklist! | dokumenty, bilety, karty, ubrania, leki, ładowarki | pack weather children
tour activity
Etapy | schedule | poranny start, postój w południe, miejsce na noc | travel time look
Miejsca na noc | list | schronisko lub namiot, liczba łóżek, kolacja na miejscu, cena za noc… | sleep place
Jedzenie i woda | list | śniadanie, prowiant na dzień, kolacja, woda | food
Sprzęt | checklist! | buty, ubranie na deszcz, mapa, apteczka, latarka | pack weather
Bezpieczeństwo | list | pogoda na postój, skrót lub zejście, numer ratunkowy | risk children
Budżet | budget | przejazdy, noclegi, posiłki, sprzęt, rezerwa | money
tour phase
Tydzień wcześniej | checklist | miejsca na noc, mapa i trasa, prognoza pogody, brakujący sprzęt | sleep pay
Dzień wcześniej | checklist | plecaki, prowiant, naładowane telefony, trasa dla znajomych | pack
@Wyruszenie | schedule | dojazd na start, łatwy odcinek, pierwszy nocleg | travel
@Środkowe etapy | schedule | najtrudniejszy odcinek, postój w południe, widok lub kąpielisko | look food children place
@Droga do domu | schedule | krótki odcinek, dworzec, powrót | weather
Budżet | budget | przejazdy, noclegi, posiłki, sprzęt, rezerwa | money
tour place
@Wyruszenie | schedule | dojazd na start, łatwy odcinek, pierwszy nocleg | travel
@Środkowe etapy | schedule | najtrudniejszy odcinek, postój w południe, widok lub kąpielisko | look place
@Droga do domu | schedule | krótki odcinek, dworzec, powrót | travel
Miejsca na noc | list | schronisko lub namiot, liczba łóżek, kolacja na miejscu, cena za noc… | sleep
Jedzenie i woda | list | śniadanie, prowiant na dzień, kolacja, woda | food
Sprzęt | checklist! | buty, ubranie na deszcz, mapa, apteczka, latarka | pack weather children
Budżet | budget | przejazdy, noclegi, posiłki, sprzęt, rezerwa | money
celebration activity
Lista gości i zaproszenie | list | nazwiska gości…, data i miejsce…, odpowiedź do…, tekst zaproszenia | people
Jedzenie i napoje | list | przystawka, danie główne, deser, ciasto, napoje | food
Plan dnia | schedule | powitanie, posiłek, toasty, muzyka, pożegnanie | time
Muzyka i zabawy | list | muzyka na powitanie, muzyka do tańca, zabawa dla wszystkich | music children look
Stoły i dekoracje | list | stoły i krzesła, kwiaty, światła, namiot lub sala na deszcz | decor place
Budżet | budget | jedzenie, napoje, wynajem, dekoracje, rezerwa | money
Pomocnicy | checklist | kuchnia…, napoje…, zabawy dla dzieci…, sprzątanie… | clean weather
celebration phase
Dwa miesiące wcześniej | checklist | lista gości, zaproszenie, miejsce, muzyka | people time
Tydzień wcześniej | checklist | zakupy, napoje, stoły i krzesła, pomocnicy | food pack
Rano | schedule | stoły, dekoracje, zimne dania, próba dźwięku | decor place
Po południu | schedule | powitanie, kawa i ciasto, zabawy, zdjęcia | children look
Wieczorem | schedule | kolacja, toast, muzyka, ostatni taniec | music
Budżet | budget | jedzenie, napoje, wynajem, dekoracje, rezerwa | money
Dzień później | checklist | sprzątanie, rzeczy pożyczone, podziękowania | clean weather
celebration place
Kuchnia i bufet | list | dania ciepłe, dania zimne, deser, napoje | food
Stoły i ozdoby | list | stoły i krzesła, obrusy, kwiaty, światła | people decor place
Muzyka i taniec | list | muzyka do posiłku, muzyka do tańca, toast, zabawa dla wszystkich | music look
Kącik dla dzieci | list | zabawa na dworze, zabawa w domu, jedzenie dla dzieci | children
Plan dnia | schedule | powitanie, posiłek, taniec, pożegnanie | time weather
Koszty i sprzątanie | budget | jedzenie, napoje, wynajem, dekoracje, rezerwa | money clean
event activity
Uczestnicy i zaproszenie | list | zaproszone osoby…, sposób zgłoszenia, odpowiedź do…, tekst zaproszenia | people
~Plan dnia | schedule | otwarcie, część główna, przerwa, zakończenie | time look music
Sala i wyposażenie | checklist | krzesła i stoły, rzutnik lub głośniki, tabliczki | place pack buy decor
Zadania i pomocnicy | list | prowadzenie…, powitanie…, ustawianie…, protokół… | children clean risk
Jedzenie i napoje | list | kawa i herbata, przekąski, zimne napoje | food
Budżet | budget | wynajem, jedzenie, materiały, nagrody, rezerwa | money
event phase
Dwa miesiące wcześniej | checklist | termin, sala, zaproszenie, prelegenci lub nagrody | people time
Tydzień wcześniej | checklist | lista uczestników, materiały, pomocnicy | pack buy
Rano | schedule | ustawianie, tabliczki, powitanie, otwarcie | place decor
Po południu | schedule | część główna, przerwa, zakończenie | look food music
Dzień później | checklist | sprzątanie, podziękowania, protokół | clean risk
Budżet | budget | wynajem, jedzenie, materiały, rezerwa | money
learning activity
Harmonogram | schedule | krótka codzienna lekcja, cotygodniowa powtórka, dzień wolny | time
Pierwsze kroki | list | pierwsza lekcja, najbardziej przydatne słowa lub ruchy, pierwszy mały cel | learn
Ćwiczenia | list | ćwiczenie na rozgrzewkę, ćwiczenie główne, ćwiczenie słabej strony | learn
Materiały | comparison | książka, darmowy kurs, nagrania | pack buy money
Ćwiczenie z innymi | list | partner lub nauczyciel, grupa lub klub, mały występ | people
Sprawdziany | checklist | sprawdzian po tygodniu, sprawdzian co miesiąc, ocena do osiągnięcia | risk
learning phase
@Pierwsze kroki | schedule | podstawy, pierwsze słowa lub ruchy, codzienny nawyk | learn
@Podstawy | schedule | reguły, dłuższe ćwiczenia, poprawa błędów | learn
@Praktyka | schedule | prawdziwe teksty lub utwory, rozmowa lub wspólna gra, tempo | people
@Sprawdzian końcowy | schedule | powtórka, próba, mały występ | time
Materiały | comparison | książka, darmowy kurs, nagrania | pack buy money
Harmonogram tygodnia | schedule | krótka codzienna lekcja, dzień powtórki, dzień wolny | time risk
learning place
Przy biurku | list | książka, ćwiczenia pisemne, notatki | learn
W drodze | list | nagrania, fiszki, powtórka w głowie | travel
Z innymi | list | partner, grupa, pytania | people
W weekend | list | dłuższy utwór, film lub koncert, sprawdzian tygodnia | look
Harmonogram | schedule | krótka codzienna lekcja, cotygodniowa powtórka, dzień wolny | time
Materiały | comparison | książka, darmowy kurs, nagrania | pack buy money
training activity
Harmonogram tygodnia | schedule | lekki trening, mocny trening, długi trening, odpoczynek | time
Ćwiczenia | list | rozgrzewka, wytrzymałość, siła, rozciąganie | learn
Jedzenie i picie | list | przed treningiem, po treningu, na długim treningu | food
Sprzęt | checklist! | buty, ubranie, zegarek, woda | pack buy money
Zdrowie i odpoczynek | list | godziny snu, ból jako znak przerwy, dzień wolny | risk sleep
~Ten dzień | schedule | śniadanie, dojazd, rozgrzewka, tempo | travel weather
training phase
@Oswojenie | schedule | lekkie treningi, przerwy na marsz, rozciąganie | learn
@Budowanie formy | schedule | dłuższe treningi, podbiegi, siła | learn
@Najcięższe tygodnie | schedule | najdłuższy trening, tempo docelowe, odpoczynek | food
@Ostatnie tygodnie | schedule | krótsze treningi, sen, próba sprzętu | sleep
~Ten dzień | schedule | śniadanie, dojazd, rozgrzewka, tempo | travel weather
Sprzęt | checklist! | buty, ubranie, zegarek, woda | pack buy money
technical activity
Spis | table | usługa…, urządzenie…, miejsce danych…, konto… | look
Harmonogram | schedule | przygotowanie, kopia, przełączenie, kontrola | time
Kopia i droga powrotu | checklist | dysk na kopię, program do kopii, plik do próby, termin decyzji o powrocie… | risk
Ustawienia | list | adresy sieciowe, nazwy urządzeń, konta użytkowników…, miejsce haseł… | place
Lista testów | checklist | start po awarii prądu, dostęp z zewnątrz, szybkość, odtworzony plik | people
Zakupy i koszty | budget | urządzenia, kable, dyski, rezerwa | money buy
Instrukcja dla domowników | list | miejsce urządzeń…, pierwsza pomoc przy awarii, osoba do pytania… | children
technical phase
@Spis i kopia | checklist | urządzenia…, usługi…, dysk na kopię, plik do próby | risk
@Przygotowanie | checklist | nowe urządzenie, aktualizacje, adres sieciowy, konta użytkowników | buy
@Dzień przełączenia | schedule | ostatnia kopia, pierwsza usługa, pozostałe usługi, nowe adresy | time
@Testy i porządki | checklist | start po awarii prądu, dostęp z zewnątrz, stare urządzenie wyłączone | clean
Droga powrotu | list | termin decyzji o powrocie…, pierwszy krok wstecz, osoby do powiadomienia… | people
Zakupy i koszty | budget | urządzenia, kable, dyski, rezerwa | money
technical place
Stare urządzenia | list | usługi na nich…, dane do ocalenia…, ostatni dzień pracy | look
Nowe urządzenia | list | model, ustawienia, miejsce w domu…, zasilanie | buy place
Sieć i dostęp | list | adresy, sieć bezprzewodowa, dostęp z zewnątrz | travel
Dane i kopie | table | folder lub dysk…, rozmiar…, druga kopia… | risk
Harmonogram i ludzie | schedule | kopia, przełączenie, test, krótka instrukcja | time people children
Koszty | budget | urządzenia, kable, dyski, rezerwa | money
moving activity
Harmonogram | schedule | wypowiedzenie, pakowanie, dzień przeprowadzki, oddanie kluczy | time
Lista pakowania według pokoi | checklist | kuchnia, sypialnie, książki, piwnica | pack
Samochód i pomocnicy | list | wielkość samochodu, liczba pomocników, jedzenie dla pomocników | people travel food
Adresy i umowy | checklist | poczta, bank, prąd, internet, meldunek | risk
Meble i ich nowe pokoje | list | kanapa…, szafy…, łóżka…, stoły i krzesła… | place clean
Budżet | budget | samochód, kartony, kaucja, naprawy, rezerwa | money
moving phase
@Selekcja i wypowiedzenia | checklist | umowy, rzeczy do oddania, samochód | risk pay
@Pakowanie według pokoi | checklist | kartony, opisy, torba na pierwszą noc | pack
@Dzień przeprowadzki | schedule | śniadanie dla pomocników, załadunek, droga, rozładunek | people travel food
@Urządzanie | checklist | najpierw łóżka, meldunek, naprawy w starym mieszkaniu | clean place
Adresy i umowy | checklist | poczta, bank, prąd, internet | time
Budżet | budget | samochód, kartony, kaucja, naprawy, rezerwa | money
moving place
Kuchnia i piwnica | checklist | naczynia, zapasy do zużycia, narzędzia, rowery | food clean
Salon i sypialnie | checklist | meble, książki, ubrania, łóżka | pack sleep
Dzień przeprowadzki | schedule | śniadanie dla pomocników, załadunek, droga, rozładunek | time people
Stare mieszkanie | checklist | naprawy, liczniki…, oddanie kluczy | risk
Nowe mieszkanie | checklist | miejsca mebli, lampy, nazwisko na drzwiach | place people
Droga i koszty | budget | samochód, paliwo, kartony, rezerwa | money travel
tidying activity
Co zostaje | list | używane co miesiąc, sezonowe, pamiątki | look
Co odchodzi | table | sprzedaż, oddanie, recykling, śmieci | clean
Miejsce rzeczy | list | półki, haki, opisane pudła, wolna podłoga | place
Harmonogram | schedule | opróżnianie, sortowanie, zamiatanie, układanie | time
Narzędzia i zapasy | checklist! | pudła, etykiety, rękawice, worki | pack
Pomocnicy i koszty | budget | jedzenie dla pomocników, półki, haki, wywóz | money people
tidying phase
Wcześniej | checklist! | pudła, etykiety, miejsce do sortowania, pomocnicy | pack people
@Opróżnianie i sortowanie | schedule | wszystko na zewnątrz, zostaje, do oddania, śmieci | clean
@Układanie | schedule | zamiatanie, półki, opisane pudła, wolna podłoga | place
Potem | checklist | wywóz, rzeczy na sprzedaż, zasada na przyszłość | time
Narzędzia i koszty | budget | pudła, półki, haki, wywóz | money buy
tidying place
Podłoga i kąty | list | duże rzeczy, rowery lub maszyny, wolna podłoga | clean
Półki i szafy | list | górna półka, środkowa półka, dolna półka | look
Ściany i sufit | list | haki, drabiny, rzadko używane | place
Pudła i drobiazgi | list | śruby i drobne części, papiery, kable | pack
Harmonogram | schedule | opróżnianie, sortowanie, zamiatanie, układanie | time
Narzędzia i koszty | budget | pudła, półki, haki, wywóz | money buy
building activity
Jak ma wyglądać | list | wymiary…, układ, materiały, kolory | look
Materiały i narzędzia | checklist | główne materiały, drobne części, narzędzia, ochrona | pack buy
Harmonogram | schedule | przygotowanie, prace grube, wykończenie, odbiór | time
Kto co robi | list | rysunek…, prace ciężkie…, prace drobne…, sprzątanie… | people children
Budżet | budget | materiały, narzędzia, fachowcy, rezerwa | money
Ryzyka i co wtedy zrobić | list | jeśli dostawa się spóźni, jeśli będzie kurz, jeśli wyjdą ukryte usterki | risk clean
building phase
@Projekt i zakupy | checklist | wymiary…, rysunek, materiały, terminy | look buy
@Przygotowanie i prace grube | schedule | demontaż starych rzeczy, rury lub przewody, podłoże | clean
@Główne prace | schedule | montaż, podłączenia, powierzchnie | people children
@Wykończenie | checklist | drobne szczegóły, sprzątanie, próba, lista usterek | risk
Materiały i narzędzia | checklist | główne materiały, drobne części, narzędzia | pack
Budżet | budget | materiały, narzędzia, fachowcy, rezerwa | money
building place
Podłoże i konstrukcja | list | wymiary…, materiał, mocowanie | place
Powierzchnie | list | ściany, podłoga, farba lub okładzina | look
Prąd i woda | list | przewody, oświetlenie, rury | risk
Wyposażenie i szczegóły | list | zabudowa, drobne części, ostatnie poprawki | buy
Harmonogram | schedule | przygotowanie, prace grube, wykończenie, odbiór | time
Budżet | budget | materiały, narzędzia, fachowcy, rezerwa | money
garden activity
Grządki | table | rośliny, dobre sąsiedztwo, słońce | place
Rośliny | list | ? zbiory wczesne, letnie, jesienne | look food
Kalendarz | schedule | siew, sadzenie, pielęgnacja, zbiory | time weather
Gleba i woda | list | kompost, ściółka, podlewanie co tydzień | clean
Narzędzia i nasiona | checklist! | szpadel, grabie, nasiona, siatki | pack buy
Budżet | budget | nasiona, sadzonki, ziemia, narzędzia | money
garden phase
@Wiosna | schedule | gleba, siew, pierwsze sadzonki | look
@Wczesne lato | schedule | wysadzanie, pielenie, podlewanie | weather
@Pełnia lata | schedule | zbiory, drugi siew, podlewanie | food
@Jesień | schedule | ostatnie zbiory, przechowywanie, ochrona na zimę | clean
Grządki | table | rośliny, dobre sąsiedztwo, słońce | place
Narzędzia i koszty | budget | nasiona, sadzonki, ziemia, narzędzia | money buy
writing activity
Spis treści | table | rozdział, strony…, autor… | place look
Wstęp | text | powitanie, po co to jest, jak używać | people
Styl | list | ton, długość, nazwy i pisownia, zdjęcia | children
Zbieranie | checklist | teksty, zdjęcia, zgody, ostatni dzień nadsyłania | buy
Harmonogram | schedule | zbieranie, szkic, korekta, skład, druk | time
Korekta, druk i koszty | budget | drugi czytelnik, nakład, papier, wysyłka | money risk
writing phase
@Zbieranie | checklist | źródła, teksty, zdjęcia, zgody | people
@Pierwszy szkic | schedule | pierwsze rozdziały, środkowe rozdziały, ostatnie rozdziały | place
@Korekta | checklist | drugi czytelnik, fakty, pisownia | risk
@Skład i druk | checklist | format, zdjęcia, wydruk próbny, nakład | look
Harmonogram | schedule | koniec zbierania, koniec szkicu, dzień druku, dni zapasowe | time
Koszty | budget | papier, druk, oprawa, wysyłka | money
writing place
Okładka i pierwsze strony | list | tytuł, zdjęcie, spis treści, powitanie | look
Część główna | table | temat, strony…, autor… | place
Zdjęcia i tabele | list | zdjęcie na okładce, zdjęcia w tekście, tabele lub mapy | buy
Ostatnie strony | list | podziękowania, indeks, kontakt | people
Harmonogram | schedule | zbieranie, szkic, korekta, skład, druk | time
Druk i koszty | budget | papier, druk, oprawa, wysyłka | money
business activity
Oferta i ceny | table | towar lub usługa, zakres, cena… | look food
Klienci | list | stali klienci, sposób dotarcia, oferta na otwarcie | people
Zezwolenia i ubezpieczenie | checklist | rejestracja, numer podatkowy, ubezpieczenie, księgowa | risk
Lokal i wyposażenie | checklist | plan lokalu, maszyny, półki i lada | place buy
Koszty i przychody | budget | czynsz, wyposażenie, materiał, ubezpieczenie, rezerwa | money
Harmonogram | schedule | zezwolenia, urządzanie, dzień próbny, otwarcie | time weather
business phase
@Pomysł i liczby | list | oferta, cena głównego produktu…, koszty miesięczne…, potrzebna sprzedaż… | money
@Zezwolenia i lokal | checklist | rejestracja, ubezpieczenie, najem, księgowa | risk
@Urządzanie i reklama | checklist | wyposażenie, szyld, pierwsi klienci | buy people
@Otwarcie i pierwsze tygodnie | schedule | dzień próbny, dzień otwarcia, pierwsze podsumowanie | time weather
Koszty i przychody | budget | czynsz, wyposażenie, materiał, ubezpieczenie, rezerwa | money
Oferta i ceny | table | towar lub usługa, zakres, cena… | look food
business place
Sklep lub warsztat | list | układ, maszyny, magazyn, bezpieczeństwo | place
Lada i witryna | list | cennik…, szyld, godziny otwarcia | look food
Urzędy i bank | checklist | rejestracja, podatki, ubezpieczenie, konto | risk
Klienci i dostawcy | list | stali klienci, główny dostawca…, warunki płatności | people
Pierwszy rok według miesięcy | schedule | otwarcie, dobre miesiące, spokojne miesiące | time weather
Koszty i przychody | budget | czynsz, wyposażenie, materiał, ubezpieczenie, rezerwa | money
other activity
Kroki po kolei | list | pierwszy krok, drugi krok, trzeci krok, ostatni krok | look place
Harmonogram | schedule | początek, główna praca, kontrola, zakończenie | time
Kiedy jest gotowe | checklist | widoczny wynik, liczba do osiągnięcia…, ostatnia kontrola | people children
Co jest potrzebne | checklist | główne rzeczy, narzędzia, informacje | pack buy food
Koszty | budget | materiał, usługi, rezerwa | money
Ryzyka i co wtedy zrobić | list | jeśli zabraknie czasu, jeśli wyjdzie drożej, jeśli zabraknie pomocy | risk weather
other phase
@Początek | checklist | stan obecny…, cel, pierwsza decyzja | look people
@Pierwsza część | schedule | najłatwiejszy krok, drugi krok, pierwsza kontrola | place
@Główna część | schedule | największy krok, pomoc innych, kontrola w połowie | buy
@Ostatnia część | schedule | ostatni krok, kontrola końcowa, nawyk na później | risk
Co jest potrzebne | checklist | główne rzeczy, narzędzia, informacje | pack food
Koszty | budget | materiał, usługi, rezerwa | money
other place
Ludzie | list | prowadzący…, pomocnicy…, doradca… | people children
Miejsca | list | główne miejsce, magazyn, dojazd | place look
Rzeczy | checklist | główne rzeczy, narzędzia, zapas | pack buy food
Terminy | schedule | początek, połowa, koniec, dni zapasowe | time weather
Pieniądze | budget | materiał, usługi, rezerwa | money
Wątpliwości | list | otwarte pytanie, najczęstszy problem, osoba do zapytania… | risk
"""

TOPICS: Final = """
food | jedz jedzenie mięs ryb wegetar wegan gluten gotow piec kolacj obiad śniadan ciast zup napoj przepis kuchni
money | euro złot pieniądz koszt tani drog cen oszczędno płac rachun
sleep | spać pokój pokoj łóżk hotel nocleg chrap
travel | pociąg samochód autobus lot podróż droga bilet dworzec prom
people | goś goście przyjaci sąsiad rodzin koleg ludzi mąż żona siostr brat klient
children | dziec dziecko niemowl syn córk szkoł
music | muzyk śpiew chór piosenk taniec tańcz zespół
decor | kwiat balon dekoracj obrus krzes stół stoł
time | termin począt koniec godzin wcześn późn wieczór weekend minut
risk | zgub zepsu błąd niebezpiecz strach ubezpiecz podat kopia kopii alerg
clean | czyst sprząt zamiat śmieci
look | zobacz zwiedz muzeum targ koncert zdjęci jezior
place | sala dom ogród mieszkan miast ulic folder kuchni sklep
pack | torb plecak pożycz karton waliz
buy | kup sklep narzędz urządzen sprzęt
weather | deszcz upał zimn zima lato pogod
learn | słow gramatyk piosenk ćwicz lekcj
"""

WISHES: Final = (
    "nie nigdy nikt nic bez tylko musi muszą trzeba może mogą chce chcą chcemy lubi lubią nienawidzi najmniej "
    "najwyżej więcej mniej niż alergia wegetarianie wolę boję już"
)
PAST: Final = "zeszłym roku|ostatnim razem|lat temu|kiedyś"
LEADS: Final = "z|ze|bez|dla|który|która|które"
# Words by which short goals are known to be in this language.
COMMON: Final = (
    "i w we z ze na do od po za o u oraz lub dla przez przed bez jest nie jak się to nasz nasza mój moja zaplanuj "
    "zorganizuj naucz nauka napisz zbuduj wyjazd podróż tygodni tydzień miesiąc dni dom ogród kuchnia kuchni "
    "łazienki wesele urodziny rodzina goście przeprowadzka remont"
)
