"""English outlines of everyday matters: meals, purchases, repairs. ``outline_words`` says how they are read."""

from __future__ import annotations

from typing import Final

OUTLINES: Final = """
cooking activity
Menu | list | ? starter, main dish, side dish, dessert | food look
Drinks and table | list | drinks with the meal, drinks without alcohol, table setting | people decor
Special diets | list | dish without meat, dish without gluten, dish for children | risk children
Shopping list | checklist | vegetables and fruit, main ingredients, dairy and eggs, spices | buy pack
~Cooking schedule | schedule | day before, two hours before, last half hour | time
Costs | budget | main ingredients, vegetables, sweets, drinks | money
cooking phase
@First days | schedule | breakfast, packed lunch, fresh supper | food
@Middle days | schedule | soup or stew, quick supper, cold meal | people
@Last days | schedule | leftovers, baked dish, sweet dish | children
Shopping list | checklist | vegetables and fruit, main ingredients, dairy and eggs, spices | buy pack
Cooking in advance | list | dish for two days, dish for the freezer, sauce in stock | time
Costs | budget | vegetables, main ingredients, drinks, reserve | money
cooking place
Starter | list | ? soup, salad, bread | look
Main dish | list | ? roast or bake, side dish, sauce | food people
Dessert and drinks | list | ? sweet dish, fruit, coffee, drinks | children
~Cooking schedule | schedule | day before, two hours before, last half hour | time
Shopping list | checklist | vegetables and fruit, main ingredients, dairy and eggs, spices | buy pack
Costs | budget | main ingredients, vegetables, sweets, drinks | money
buying activity
Needs | list | main use, size or power, indispensable features | look people
Candidates | comparison | ? cheap model, middle model, best model | buy
Shops and sellers | list | shop in town, online shop, second-hand seller | place travel
Checks before paying | checklist | condition, papers and guarantee, trial, right of return | risk
Timetable | schedule | comparing, trial, purchase, delivery | time
Costs | budget | purchase, delivery, accessories, upkeep in a year | money
buying phase
@Comparing | list | main use, price range…, three candidates | look people
@Trying out | checklist | shop or seller, trial, questions to the seller | place travel
@Day of the purchase | checklist | last price, papers and guarantee, payment, delivery | risk time
First weeks of use | checklist | setting up, test of all functions, last day to send it back | clean
Candidates | comparison | ? cheap model, middle model, best model | buy
Costs | budget | purchase, delivery, accessories, upkeep in a year | money
data activity
Data on each device | list | phone…, computer…, online storage…, old disks… | look place
Folders and names | list | top folders, pattern of file names, folder for new things | children
Deleting | checklist | duplicates, blurred or old files, unused accounts | clean
Safe copies | list | second disk, copy outside the house, day of the monthly copy | risk
Timetable | schedule | collecting, sorting, copying, check | time
Costs | budget | disk, online storage, help, reserve | money buy
Guide for the family | list | place of everything…, search, help in need… | people
data phase
@Collecting | checklist | phone, computer, memory cards, online accounts | look
@Sorting | schedule | duplicates, folders by year, best ones | clean place
@Copying | checklist | second disk, copy outside the house, trial restore | risk
@Checking and habit | checklist | opened samples, old device, monthly copy | time
Guide for the family | list | place of everything…, search, help in need… | people children
Costs | budget | disk, online storage, help, reserve | money buy
report activity
Message | list | main message, strongest reason, request to the listeners | people
Outline | table | opening, first point, second point, close | place
Figures and pictures | list | most important figure, chart or table, picture | look
Text of the opening | text | greeting, question or story, subject | children
Timetable | schedule | collecting, draft, rehearsal, the day itself | time
Questions and equipment | checklist | likely questions, projector or printout, copies for all | risk pack buy
report phase
@Collecting | checklist | sources, figures, examples, length wanted | look
@Draft | schedule | outline, opening, main part, close | place
@Pages or slides | checklist | pictures, charts, layout, spelling | learn
@Rehearsal | schedule | first trial, shortening, trial with a listener | people time
Questions and equipment | checklist | likely questions, projector or printout, copies for all | risk pack
Costs | budget | printing, pictures, journeys, reserve | money buy
exam activity
Topics | list | most important topics, weak topics…, easy topics… | look
Weekly timetable | schedule | short daily session, practice paper, day off | time
Exercises | list | past papers, flash cards, explaining to a friend | learn people
Material | checklist! | textbook, notes, word or formula list, pens | pack
Calm and sleep | list | hours of sleep, breaks, help with worries | risk sleep
~Day of the exam | schedule | breakfast, way there, easy questions, last check | travel food
Costs | budget | books, course or tutor, fee, reserve | money buy
exam phase
@Overview | checklist | list of topics, past papers, weak topics… | look
@Learning | schedule | main topics, hard topics, flash cards | learn
@Trial papers | schedule | paper against the clock, corrected mistakes, weak topics again | time people
@Last days | schedule | short repetition, packed bag, early night | sleep pack
~Day of the exam | schedule | breakfast, way there, easy questions, last check | travel food
Costs | budget | books, course or tutor, fee, reserve | money buy
job activity
Wanted job | list | occupation…, area…, hours…, wage… | place
Sources of jobs | list | job boards, employers nearby, acquaintances, employment office | people look
Papers | checklist | curriculum vitae, certificates, references, photograph | pack risk
Cover letter | letter | opening, strengths, reason for this employer | learn
Interview | list | strengths to name…, likely questions, own questions, clothes | travel
Timetable | schedule | papers, applications, interviews, decision | time
job phase
@Papers | checklist | curriculum vitae, cover letter, certificates, references | pack
@Search and applications | schedule | job boards, first applications, telephone calls, further applications | look
@Interviews | list | likely questions, own questions, clothes, way there | people travel
@Decision | checklist | contract, wage, notice at the old job, first day | risk time
Sources of jobs | list | job boards, employers nearby, acquaintances, employment office | place
Costs | budget | printing and post, journeys, course, reserve | money buy
health activity
Weekly timetable | schedule | exercise in the morning, walk in the evening, rest day | time
Food | list | ? breakfast, lunch, supper, snack | food
Exercises | list | warm-up, strength, endurance, stretching | learn
Figures to measure | table | date…, weight or pain…, repetitions or distance…, hours of sleep… | look sleep
Obstacles and help | list | doctor's advice, hunger or tiredness, friend to join in | risk people
Costs | budget | shoes or equipment, course, food, reserve | money buy
health phase
@First steps | checklist | doctor's visit, figures of today…, first habit | look
@First weeks | schedule | short exercise, walk, new breakfast | learn
@Main weeks | schedule | longer exercise, planned meals, rest day | time
@Keeping it up | schedule | lasting habit, weekly check, reward | people
Food | list | ? breakfast, lunch, supper, snack | food
Obstacles and help | list | doctor's advice, hunger or tiredness, friend to join in | risk sleep
Costs | budget | shoes or equipment, course, food, reserve | money buy
care activity
Daily timetable | schedule | early morning, midday, evening, night | time
Food and drink | list | ? breakfast, main meal, drinks, treats | food
Health and safety | list | doctor or vet…, medicine, dangers in the house | risk
Things needed | checklist! | bed, bowls or bottles, cleaning things, toys | pack buy sleep
Carers | list | main carer…, replacement…, emergency number… | people children
Costs | budget | food, equipment, doctor or vet, reserve | money
care phase
The week before | checklist | room and bed, food in stock, keys, instructions | pack buy
@First days | schedule | arrival, getting to know each other, quiet evening | people
@Everyday life | schedule | meals, walk or play, cleaning | food clean
@Last days | schedule | usual meals, clean rooms, report to the family | time children
Health and safety | list | doctor or vet…, medicine, dangers in the house | risk
Costs | budget | food, equipment, doctor or vet, reserve | money
saving activity
Present costs | table | item, cost last year…, cost to reach… | look place
Quick savings | list | change without cost, cheaper contract, habit to drop | food
Larger changes | list | device to replace, contract to cancel, thing to share | buy
Rules for everybody | list | cooking and washing, evenings at home, shopping | people children
Timetable | schedule | first week, first month, half-year check | time
Costs and savings | budget | small changes, larger changes, help, reserve | money
saving phase
@Taking stock | checklist | bills of last year, biggest item, figure to reach… | look
@Quick savings | list | change without cost, cheaper contract, habit to drop | food
@Larger changes | schedule | offers, device to replace, new contract | buy place
@Checking and habit | checklist | figure reached, monthly check, next saving | time
Rules for everybody | list | cooking and washing, evenings at home, shopping | people children
Costs and savings | budget | small changes, larger changes, help, reserve | money
repair activity
Fault | list | place of the fault…, likely cause, second possible cause | look place
Tools and parts | checklist | tools, spare parts, seal or glue, gloves | pack buy
Steps in order | list | switching off, taking apart, new part, putting together | learn
Limits and safety | list | water or power off, danger, damage that needs a tradesman | risk people children
Timetable | schedule | shopping, repair, drying, test | time
Test and clean-up | checklist | first test, test after a day, cleaned place | clean
Costs | budget | parts, tools, trade, reserve | money
repair phase
@Finding the fault | checklist | place of the fault…, likely cause, size of the part… | look
@Tools and parts | checklist | tools, spare parts, seal or glue, gloves | pack buy
@Repair | schedule | switching off, taking apart, new part, putting together | time
@Test and clean-up | checklist | first test, test after a day, cleaned place | clean
Limits and safety | list | water or power off, danger, damage that needs a tradesman | risk people
Costs | budget | parts, tools, trade, reserve | money
games activity
Games | list | game to begin with, main game, team game, quiet game | look children
Teams and points | list | size of the teams, points, referee, prizes | people
~Timetable | schedule | welcome, first game, break, final | time
Room and material | checklist | tables, cards or dice, pens and paper, music | place pack buy music
Food and drink | list | ? snacks, drinks, small supper | food
Budget | budget | games, food, prizes, reserve | money
games phase
The week before | checklist | invitations, games, prizes | people
The day before | checklist | tables, snacks, drinks, material | pack buy place
~Opening | schedule | welcome, teams, game to begin with | time
~Main games | schedule | main game, break with food, team game | food look children
~Close | schedule | final, prizes, clearing up | clean music
Budget | budget | games, food, prizes, reserve | money
children activity
Invitation | list | names of the children…, day and hour…, answer by…, text of the invitation | people
Games | list | game to begin with, game indoors, game outdoors, quiet game | children look
Afternoon | schedule | welcome, treasure hunt, birthday cake, farewell | time
Food and drinks | list | ? cake, snacks, fruit, drinks | food
Decorations and party bags | checklist | balloons, table setting, prizes, party bags | decor pack buy place
Helpers | checklist | kitchen…, games…, photographs…, clearing up… | clean weather
Budget | budget | food, drinks, decorations, prizes, reserve | money
children phase
The week before | checklist | invitations, games, prizes | people
The day before | checklist | cake, decorations, party bags, room | pack buy decor place
~Beginning | schedule | welcome, game to begin with | time
~Cake and games | schedule | birthday cake, treasure hunt, quiet game | food children look
~Close | schedule | supper, party bags, farewell | clean music
Budget | budget | food, drinks, decorations, prizes, reserve | money
club activity
Name and purpose | list | name, purpose, first activity | look
Members | list | first members…, way to reach them, text of the notice | people children
Meetings | schedule | first meeting, regular weekly evening, weeks of the summer break | time
Room and equipment | checklist | room, tables or gear, cupboard | place pack buy
Rules and offices | list | chair…, treasurer…, keeper of the keys… | risk
Costs and fees | budget | room, equipment, food and drink, reserve | money food
club phase
@Preparation | checklist | name, purpose, room, first members | place
@First meetings | schedule | welcome, introductions, first activity | people
@Everyday life | schedule | regular weekly evening, evening with a guest, small competition | time look
@First anniversary | schedule | open day, new members, review | children
Rules and offices | list | chair…, treasurer…, keeper of the keys… | risk
Costs and fees | budget | room, equipment, food and drink, reserve | money buy food
selling activity
Advertisement | list | headline, age and condition…, price and pick-up…, telephone… | people
Price | list | prices of like offers…, asking price…, lowest price… | look money
Places to sell | list | small ads, dealer, acquaintances, flea market | place travel
Getting it ready | checklist | cleaning, small repairs, photographs, papers | clean pack
Timetable | schedule | photographs, advertisement, viewings, handing over | time
Safe sale | checklist | viewings with a second person, payment, written contract, receipt | risk
Costs | budget | cleaning, repairs, advertisement, transport | buy
selling phase
@Getting it ready | checklist | cleaning, small repairs, photographs, papers | clean pack
@Offer | list | asking price…, lowest price…, text of the advertisement | look money
@Viewings | checklist | appointments for viewings, likely questions, trial | people time
@Safe sale | checklist | payment, written contract, handing over | risk
Places to sell | list | small ads, dealer, acquaintances, flea market | place travel
Costs | budget | cleaning, repairs, advertisement, transport | buy
papers activity
Papers needed | checklist | forms, receipts, statements, identity card | pack look
Offices and advisers | list | authority, adviser…, online portal | place people
Figures to enter | list | income…, expenses…, refund expected… | children
Timetable | schedule | collecting, filling in, checking, last day | time
Mistakes and ways out | list | if a receipt is missing, if a date was missed, if a question is unclear | risk
Costs | budget | fees, adviser, copies and post, reserve | money buy
papers phase
@Collecting | checklist | forms, receipts, statements, identity card | pack
@Filling in | schedule | easy pages, figures, open questions | look children
@Checking | checklist | sums, signatures, copies | risk
@Sending off | checklist | day of sending, confirmation, answer, filing | time
Offices and advisers | list | authority, adviser…, online portal | place people
Costs | budget | fees, adviser, copies and post, reserve | money buy
planting phase
@Layout and ground | schedule | measured beds, weeds and stones out, compost | look clean
@Soil and paths | schedule | dug or raised beds, edges, paths | place
@Planting and sowing | schedule | large plants, small plants, seeds in rows, mulch | food
Plants and seeds to get | checklist | plants for sun, plants for shade, seeds, compost | buy pack
Care afterwards | list | watering by week, weeding, protection against slugs | weather
Tools and costs | budget | seeds, plants, soil, tools | money
"""
