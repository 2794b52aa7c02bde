"""Polish outlines of everyday matters: meals, purchases, repairs. ``outline_words`` says how they are read."""

from __future__ import annotations

from typing import Final

OUTLINES: Final = """
cooking activity
Menu | list | ? przystawka, danie główne, dodatek, deser | food look
Napoje i stół | list | napoje do posiłku, napoje bez alkoholu, nakrycie stołu | people decor
Szczególne diety | list | danie bez mięsa, danie bez glutenu, danie dla dzieci | risk children
Lista zakupów | checklist | warzywa i owoce, główne składniki, nabiał i jajka, przyprawy | buy pack
~Harmonogram gotowania | schedule | dzień wcześniej, dwie godziny wcześniej, ostatnie pół godziny | time
Koszty | budget | główne składniki, warzywa, słodycze, napoje | money
cooking phase
@Pierwsze dni | schedule | śniadanie, obiad na wynos, świeża kolacja | food
@Środkowe dni | schedule | zupa lub gulasz, szybka kolacja, posiłek na zimno | people
@Ostatnie dni | schedule | resztki, zapiekanka, coś słodkiego | children
Lista zakupów | checklist | warzywa i owoce, główne składniki, nabiał i jajka, przyprawy | buy pack
Gotowanie na zapas | list | danie na dwa dni, danie do zamrożenia, sos w zapasie | time
Koszty | budget | warzywa, główne składniki, napoje, rezerwa | money
cooking place
Przystawka | list | ? zupa, sałatka, pieczywo | look
Danie główne | list | ? pieczeń lub zapiekanka, dodatek, sos | food people
Deser i napoje | list | ? coś słodkiego, owoce, kawa | children
~Harmonogram gotowania | schedule | dzień wcześniej, dwie godziny wcześniej, ostatnie pół godziny | time
Lista zakupów | checklist | warzywa i owoce, główne składniki, nabiał i jajka, przyprawy | buy pack
Koszty | budget | główne składniki, warzywa, słodycze, napoje | money
buying activity
Potrzeby | list | główne zastosowanie, rozmiar lub moc, niezbędne cechy | look people
Kandydaci | comparison | ? tani model, średni model, najlepszy model | buy
Sklepy i sprzedawcy | list | sklep na miejscu, sklep internetowy, sprzedawca rzeczy używanych | place travel
Sprawdzenie przed zapłatą | checklist | stan, dokumenty i gwarancja, próba, prawo zwrotu | risk
Harmonogram | schedule | porównanie, próba, zakup, dostawa | time
Koszty | budget | cena zakupu, dostawa, akcesoria, utrzymanie przez rok | money
buying phase
@Porównanie | list | główne zastosowanie, zakres cen…, trzej kandydaci | look people
@Wypróbowanie | checklist | sklep lub sprzedawca, próba, pytania do sprzedawcy | place travel
@Zakup | checklist | ostateczna cena, dokumenty i gwarancja, płatność, dostawa | risk time
Pierwsze tygodnie potem | checklist | ustawienie, próba wszystkich funkcji, ostatni dzień zwrotu | clean
Kandydaci | comparison | ? tani model, średni model, najlepszy model | buy
Koszty | budget | cena zakupu, dostawa, akcesoria, utrzymanie przez rok | money
data activity
Dane na każdym urządzeniu | list | telefon…, komputer…, chmura…, stare dyski… | look place
Foldery i nazwy | list | główne foldery, wzór nazw plików, folder na nowe rzeczy | children
Usuwanie | checklist | duplikaty, nieostre lub stare pliki, nieużywane konta | clean
Bezpieczne kopie | list | drugi dysk, kopia poza domem, dzień kopii | risk
Harmonogram | schedule | zbieranie, sortowanie, kopiowanie, kontrola | time
Koszty | budget | dysk, chmura, pomoc, rezerwa | money buy
Instrukcja dla rodziny | list | miejsce wszystkiego…, wyszukiwanie, pomoc w potrzebie… | people
data phase
@Zbieranie | checklist | telefon, komputer, karty pamięci, konta internetowe | look
@Sortowanie | schedule | duplikaty, foldery według lat, najlepsze | clean place
@Kopiowanie | checklist | drugi dysk, kopia poza domem, próba odtworzenia | risk
@Kontrola i nawyk | checklist | otwarte próbki, stare urządzenie, comiesięczna kopia | time
Instrukcja dla rodziny | list | miejsce wszystkiego…, wyszukiwanie, pomoc w potrzebie… | people children
Koszty | budget | dysk, chmura, pomoc, rezerwa | money buy
report activity
Przesłanie | list | główna myśl, najmocniejszy powód, prośba do słuchaczy | people
Układ wystąpienia | table | wstęp, pierwszy punkt, drugi punkt, zakończenie | place
Liczby i obrazy | list | najważniejsza liczba, wykres lub tabela, zdjęcie | look
Tekst wstępu | text | powitanie, pytanie lub opowieść, temat | children
Harmonogram | schedule | zbieranie, szkic, próba, dzień wystąpienia | time
Pytania i sprzęt | checklist | możliwe pytania, rzutnik lub wydruk, kopie dla wszystkich | risk pack buy
report phase
@Zbieranie | checklist | źródła, liczby, przykłady, wymagana długość | look
@Szkic | schedule | plan, wstęp, część główna, zakończenie | place
@Strony lub slajdy | checklist | obrazy, wykresy, układ, pisownia | learn
@Próba | schedule | pierwsza próba, skracanie, próba ze słuchaczem | people time
Pytania i sprzęt | checklist | możliwe pytania, rzutnik lub wydruk, kopie dla wszystkich | risk pack
Koszty | budget | druk, obrazy, przejazdy, rezerwa | money buy
exam activity
Tematy | list | najważniejsze tematy, słabe tematy…, łatwe tematy… | look
Harmonogram tygodnia | schedule | krótka codzienna nauka, arkusz próbny, dzień wolny | time
Ćwiczenie | list | dawne arkusze, fiszki, tłumaczenie koledze | learn people
Materiały | checklist! | podręcznik, notatki, lista słów lub wzorów, długopisy | pack
Spokój i sen | list | godziny snu, przerwy, pomoc w zmartwieniach | risk sleep
~Dzień egzaminu | schedule | śniadanie, dojazd, łatwe pytania, ostatnia kontrola | travel food
Koszty | budget | książki, kurs lub korepetycje, opłata, rezerwa | money buy
exam phase
@Przegląd | checklist | lista tematów, dawne arkusze, słabe tematy… | look
@Nauka | schedule | główne tematy, trudne tematy, fiszki | learn
@Ćwiczenie | schedule | arkusz na czas, poprawa błędów, powtórka | time people
@Ostatnie dni | schedule | krótka powtórka, spakowana torba, wczesny sen | sleep pack
~Dzień egzaminu | schedule | śniadanie, dojazd, łatwe pytania, ostatnia kontrola | travel food
Koszty | budget | książki, kurs lub korepetycje, opłata, rezerwa | money buy
job activity
Szukana praca | list | zawód…, okolica…, godziny pracy…, płaca… | place
Źródła ofert | list | portale z ofertami, pracodawcy w okolicy, znajomi, urząd pracy | people look
Dokumenty | checklist | życiorys, świadectwa, referencje, zdjęcie | pack risk
List motywacyjny | letter | wstęp, mocne strony, powód wyboru tej firmy | learn
Rozmowa kwalifikacyjna | list | mocne strony…, możliwe pytania, własne pytania, ubranie | travel
Harmonogram | schedule | dokumenty, zgłoszenia, rozmowy, decyzja | time
job phase
@Dokumenty | checklist | życiorys, list motywacyjny, świadectwa, referencje | pack
@Szukanie i zgłoszenia | schedule | portale z ofertami, pierwsze zgłoszenia, telefony, dalsze zgłoszenia | look
@Rozmowy | list | możliwe pytania, własne pytania, ubranie, dojazd | people travel
@Decyzja | checklist | umowa, płaca, wypowiedzenie w starej pracy, pierwszy dzień | risk time
Źródła ofert | list | portale z ofertami, pracodawcy w okolicy, znajomi, urząd pracy | place
Koszty | budget | druk i poczta, przejazdy, kurs, rezerwa | money buy
health activity
Harmonogram tygodnia | schedule | ćwiczenia rano, spacer wieczorem, dzień odpoczynku | time
Jedzenie | list | ? śniadanie, obiad, kolacja, przekąska | food
Ćwiczenia | list | rozgrzewka, siła, wytrzymałość, rozciąganie | learn
Liczby do mierzenia | table | data…, waga lub ból…, powtórzenia lub dystans…, godziny snu… | look sleep
Przeszkody i pomoc | list | rada lekarza, głód lub zmęczenie, znajomy do towarzystwa | risk people
Koszty | budget | buty lub sprzęt, kurs, jedzenie, rezerwa | money buy
health phase
@Początek | checklist | wizyta u lekarza, liczby dzisiejsze…, pierwszy nawyk | look
@Pierwsze tygodnie | schedule | krótkie ćwiczenia, spacer, nowe śniadanie | learn
@Główne tygodnie | schedule | dłuższe ćwiczenia, zaplanowane posiłki, dzień odpoczynku | time
@Wytrwanie | schedule | trwały nawyk, cotygodniowa kontrola, nagroda | people
Jedzenie | list | ? śniadanie, obiad, kolacja, przekąska | food
Przeszkody i pomoc | list | rada lekarza, głód lub zmęczenie, znajomy do towarzystwa | risk sleep
Koszty | budget | buty lub sprzęt, kurs, jedzenie, rezerwa | money buy
care activity
Plan dnia | schedule | wczesny ranek, południe, wieczór, noc | time
Jedzenie i picie | list | ? śniadanie, główny posiłek, napoje, przysmaki | food
Zdrowie i bezpieczeństwo | list | lekarz lub weterynarz…, leki, zagrożenia w domu | risk
Potrzebne rzeczy | checklist! | łóżko lub posłanie, miski lub butelki, środki czystości, zabawki | pack buy sleep
Opiekunowie | list | główny opiekun…, zastępca…, numer alarmowy… | people children
Koszty | budget | jedzenie, wyposażenie, lekarz lub weterynarz, rezerwa | money
care phase
Tydzień wcześniej | checklist | pokój i łóżko, zapas jedzenia, klucze, wskazówki | pack buy
@Pierwsze dni | schedule | przyjazd, poznawanie się, spokojny wieczór | people
@Codzienność | schedule | posiłki, spacer lub zabawa, sprzątanie | food clean
@Ostatnie dni | schedule | zwykłe posiłki, czyste pokoje, raport dla rodziny | time children
Zdrowie i bezpieczeństwo | list | lekarz lub weterynarz…, leki, zagrożenia w domu | risk
Koszty | budget | jedzenie, wyposażenie, lekarz lub weterynarz, rezerwa | money
saving activity
Obecne wydatki | table | pozycja, koszt z ostatniego roku…, koszt docelowy… | look place
Szybkie oszczędności | list | zmiana bez kosztów, tańsza umowa, kosztowny nawyk | food
Większe zmiany | list | urządzenie do wymiany, umowa do rozwiązania, rzecz do dzielenia | buy
Zasady dla wszystkich | list | gotowanie i pranie, wieczory w domu, zakupy | people children
Harmonogram | schedule | pierwszy tydzień, pierwszy miesiąc, kontrola po pół roku | time
Koszty i oszczędności | budget | drobne zmiany, większe zmiany, pomoc, rezerwa | money
saving phase
@Stan obecny | checklist | rachunki z zeszłego roku, największa pozycja, liczba do osiągnięcia… | look
@Szybkie oszczędności | list | zmiana bez kosztów, tańsza umowa, kosztowny nawyk | food
@Większe zmiany | schedule | oferty, urządzenie do wymiany, nowa umowa | buy place
@Kontrola i nawyk | checklist | osiągnięta liczba, comiesięczna kontrola, następna oszczędność | time
Zasady dla wszystkich | list | gotowanie i pranie, wieczory w domu, zakupy | people children
Koszty i oszczędności | budget | drobne zmiany, większe zmiany, pomoc, rezerwa | money
repair activity
Usterka | list | miejsce usterki…, prawdopodobna przyczyna, druga możliwa przyczyna | look place
Narzędzia i części | checklist | narzędzia, części zamienne, uszczelka lub klej, rękawice | pack buy
Kroki po kolei | list | odcięcie, rozebranie, nowa część, złożenie | learn
Granice i bezpieczeństwo | list | woda lub prąd odcięte, zagrożenie, chwila na wezwanie fachowca | risk people children
Harmonogram | schedule | zakupy, naprawa, schnięcie, próba | time
Próba i porządki | checklist | pierwsza próba, próba po jednym dniu, czyste miejsce | clean
Koszty | budget | części, narzędzia, fachowiec, rezerwa | money
repair phase
@Szukanie usterki | checklist | miejsce usterki…, prawdopodobna przyczyna, wymiary części… | look
@Narzędzia i części | checklist | narzędzia, części zamienne, uszczelka lub klej, rękawice | pack buy
@Naprawa | schedule | odcięcie, rozebranie, nowa część, złożenie | time
@Próba i porządki | checklist | pierwsza próba, próba po jednym dniu, czyste miejsce | clean
Granice i bezpieczeństwo | list | woda lub prąd odcięte, zagrożenie, chwila na wezwanie fachowca | risk people
Koszty | budget | części, narzędzia, fachowiec, rezerwa | money
games activity
Gry | list | ? gra na początek, gra główna, gra zespołowa, spokojna gra | look children
Drużyny i punkty | list | wielkość drużyn, punkty, sędzia, nagrody | people
~Harmonogram | schedule | powitanie, pierwsza gra, przerwa, finał | time
Pokój i materiały | checklist | stoły, karty lub kości, długopisy i papier, muzyka | place pack buy music
Jedzenie i napoje | list | ? przekąski, napoje, mała kolacja | food
Budżet | budget | gry, jedzenie, nagrody, rezerwa | money
games phase
Tydzień wcześniej | checklist | zaproszenia, gry, nagrody | people
Dzień wcześniej | checklist | stoły, przekąski, napoje, materiały | pack buy place
~Otwarcie | schedule | powitanie, drużyny, gra na początek | time
~Główne gry | schedule | największa gra, przerwa na jedzenie, gra zespołowa | food look children
~Zakończenie | schedule | finał, nagrody, sprzątanie | clean music
Budżet | budget | gry, jedzenie, nagrody, rezerwa | money
children activity
Zaproszenie | list | imiona dzieci…, dzień i godzina…, odpowiedź do…, tekst zaproszenia | people
Zabawy | list | zabawa na początek, zabawa w domu, zabawa na dworze, spokojna zabawa | children look
Po południu | schedule | powitanie, poszukiwanie skarbu, tort urodzinowy, pożegnanie | time
Jedzenie i napoje | list | ? tort, przekąski, owoce, napoje | food
Dekoracje i upominki | checklist | balony, nakryty stół, nagrody, torebki z upominkami | decor pack buy place
Pomocnicy | checklist | kuchnia…, opieka przy zabawach…, zdjęcia…, sprzątanie… | clean weather
Budżet | budget | jedzenie, napoje, dekoracje, nagrody, rezerwa | money
children phase
Tydzień wcześniej | checklist | zaproszenia, zabawy, nagrody | people
Dzień wcześniej | checklist | tort, dekoracje, torebki z upominkami, pokój | pack buy decor place
~Początek | schedule | powitanie, zabawa na początek | time
~Tort i zabawy | schedule | tort urodzinowy, poszukiwanie skarbu, spokojna zabawa | food children look
~Zakończenie | schedule | kolacja, torebki z upominkami, pożegnanie | clean music
Budżet | budget | jedzenie, napoje, dekoracje, nagrody, rezerwa | money
club activity
Nazwa i cel | list | nazwa, cel, pierwsze zajęcie | look
Członkowie | list | pierwsi członkowie…, sposób dotarcia, tekst ogłoszenia | people children
Spotkania | schedule | pierwsze spotkanie, zwykły wieczór, przerwa letnia | time
Sala i wyposażenie | checklist | sala, stoły lub sprzęt, szafa | place pack buy
Zasady i funkcje | list | przewodniczący…, skarbnik…, opiekun kluczy… | risk
Koszty i składki | budget | sala, wyposażenie, jedzenie i napoje, rezerwa | money food
club phase
@Przygotowanie | checklist | nazwa, cel, sala, pierwsi członkowie | place
@Pierwsze spotkania | schedule | powitanie, przedstawienie się, pierwsze zajęcie | people
@Codzienność | schedule | zwykły wieczór, gość, mały konkurs | time look
@Pierwsza rocznica | schedule | dzień otwarty, nowi członkowie, podsumowanie | children
Zasady i funkcje | list | przewodniczący…, skarbnik…, opiekun kluczy… | risk
Koszty i składki | budget | sala, wyposażenie, jedzenie i napoje, rezerwa | money buy food
selling activity
Ogłoszenie | list | nagłówek, wiek i stan…, cena i odbiór…, telefon… | people
Cena | list | ceny podobnych ofert…, cena wywoławcza…, najniższa cena… | look money
Miejsca sprzedaży | list | drobne ogłoszenia, komis, znajomi, pchli targ | place travel
Przygotowanie rzeczy | checklist | czyszczenie, drobne naprawy, zdjęcia, dokumenty | clean pack
Harmonogram | schedule | zdjęcia, ogłoszenie, oględziny, przekazanie | time
Bezpieczna sprzedaż | checklist | oględziny we dwoje, zapłata, umowa na piśmie, pokwitowanie | risk
Koszty | budget | czyszczenie, naprawy, ogłoszenie, transport | buy
selling phase
@Przygotowanie rzeczy | checklist | czyszczenie, drobne naprawy, zdjęcia, dokumenty | clean pack
@Oferta | list | cena wywoławcza…, najniższa cena…, tekst ogłoszenia | look money
@Oględziny | checklist | terminy, możliwe pytania, próba | people time
@Bezpieczna sprzedaż | checklist | zapłata, umowa na piśmie, przekazanie | risk
Miejsca sprzedaży | list | drobne ogłoszenia, komis, znajomi, pchli targ | place travel
Koszty | budget | czyszczenie, naprawy, ogłoszenie, transport | buy
papers activity
Potrzebne dokumenty | checklist | formularze, rachunki, zaświadczenia, dowód osobisty | pack look
Urzędy i doradcy | list | właściwy urząd, doradca…, portal internetowy | place people
Liczby do wpisania | list | przychody…, wydatki…, spodziewany zwrot… | children
Harmonogram | schedule | zbieranie, wypełnianie, kontrola, ostatni dzień | time
Błędy i wyjścia | list | jeśli brakuje rachunku, jeśli minął termin, jeśli pytanie jest niejasne | risk
Koszty | budget | opłaty, doradca, kopie i poczta, rezerwa | money buy
papers phase
@Zbieranie | checklist | formularze, rachunki, zaświadczenia, dowód osobisty | pack
@Wypełnianie | schedule | łatwe strony, liczby, otwarte pytania | look children
@Kontrola | checklist | sumy, podpisy, kopie | risk
@Złożenie | checklist | dzień złożenia, potwierdzenie, odpowiedź, segregator | time
Urzędy i doradcy | list | właściwy urząd, doradca…, portal internetowy | place people
Koszty | budget | opłaty, doradca, kopie i poczta, rezerwa | money buy
planting phase
@Układ i teren | schedule | wymierzone grządki, chwasty i kamienie, kompost | look clean
@Ziemia i ścieżki | schedule | przekopane grządki, obrzeża, ścieżki | place
@Sadzenie i siew | schedule | duże rośliny, małe rośliny, siew w rzędach, ściółka | food
Rośliny i nasiona do kupienia | checklist | rośliny na słońce, rośliny do cienia, nasiona, kompost | buy pack
Pielęgnacja potem | list | podlewanie w tygodniu, pielenie, ochrona przed ślimakami | weather
Narzędzia i koszty | budget | nasiona, sadzonki, ziemia, narzędzia | money
"""
