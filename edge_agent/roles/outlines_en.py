"""English outlines: the parts of plans by kind of goal and angle. ``outline_words`` says how they are read."""

from __future__ import annotations

from typing import Final

OUTLINES: Final = """
trip activity
Route and journeys | list | stops in order, trains or roads between them, longest leg | travel place
Rooms | list | quarter, kind of room, nights in each place | sleep place
Sights | list | ? old town, view from above, museum for rainy days | look
Food | list | ? dishes of the region, markets, one special dinner | food
Timetable | schedule | morning walk, main sight, long lunch, quiet evening | time children
Budget | budget | journeys, rooms, food, tickets, reserve | money
Packing list | checklist | papers, clothes, shoes, medicine, chargers | pack weather
trip phase
Three months before | checklist | dates, journeys, rooms to reserve, papers | sleep pay
The week before | checklist | bags, cash, keys for the neighbour, weather | pack
@Arrival | schedule | way to the lodgings, first walk, supper nearby | travel
@Middle | schedule | main sights, day trip, market, quiet evening | look food children place
@End of the trip | schedule | favourite place again, presents, packed bags, way home | weather
Budget | budget | journeys, rooms, food, tickets, reserve | money
trip place
= | schedule | ? old town, view from above, gallery, café | look place
Food | list | ? dishes of the region, breakfast, picnic, one special dinner | food
Rooms and journeys | table | nights in each town, where to stay in each, trains between them | sleep travel
Budget | budget | journeys, rooms, food, tickets, reserve | money
Packing list | checklist | papers, clothes, shoes, medicine, chargers | pack weather children
stay activity
Where to stay | list | district, kind of lodgings, beds, price of a night | sleep place
Getting there and around | list | journey there, way to the lodgings, buses or a hired car, journey home | travel
Sights | list | ? old town, view from above, museum for rainy days | look
Food | list | ? dishes of the region, breakfast, one special dinner | food
Timetable | schedule | morning walk, main sight, long lunch, quiet evening | time children
Budget | budget | journeys, lodgings, food, tickets, reserve | money
Packing list | checklist | papers, clothes, shoes, medicine, chargers | pack weather
stay phase
The week before | checklist | tickets for the journey, lodgings, cash and cards, weather forecast | sleep pay
The day before | checklist | bags, papers, keys for the neighbour, food for the journey | pack travel
@Arrival | schedule | way to the lodgings, first walk, supper nearby | look
@Middle | schedule | main sights, market, boat or day trip, quiet evening | food children place
@End of the trip | schedule | long breakfast, presents, last walk, journey home | weather
Budget | budget | journeys, lodgings, food, tickets, reserve | money
stay place
@Arrival | schedule | way to the lodgings, first walk, supper nearby | look
@Middle | schedule | main sights, market, boat or day trip, quiet evening | look
@End of the trip | schedule | long breakfast, presents, last walk, journey home | look
Lodgings and getting around | list | district, kind of lodgings, way to it, buses or a hired car | sleep travel place
Food | list | ? dishes of the region, breakfast, one special dinner | food
Budget | budget | journeys, lodgings, food, tickets, reserve | money
Packing list | checklist | papers, clothes, shoes, medicine, chargers | pack weather children
tour activity
Stages | schedule | start in the morning, midday halt, place for the night | travel time look
Places for the night | list | hut or campsite, beds, supper there, price of a night | sleep place
Food and water | list | ? breakfast, provisions for the day, supper, water | food
Equipment | checklist | shoes, rain clothes, map, first aid kit, torch | pack weather
Safety | list | weather at which to wait, short cut or way out, emergency number | risk children
Budget | budget | journeys, beds, meals, equipment, reserve | money
tour phase
The week before | checklist | beds for the night, map and route, weather forecast, missing equipment | sleep pay
The day before | checklist | rucksacks, provisions, charged telephones, route left with a friend | pack
@First stages | schedule | journey to the start, easy first stretch, place for the night | travel
@Middle stages | schedule | hardest stretch, midday halt, supper at the hut | look food children place
@Last stages | schedule | last stretch, way out to the station, journey home | weather
Budget | budget | journeys, beds, meals, equipment, reserve | money
tour place
@First stages | schedule | journey to the start, easy first stretch, place for the night | travel
@Middle stages | schedule | hardest stretch, midday halt, supper at the hut | look place
@Last stages | schedule | last stretch, way out to the station, journey home | travel
Places for the night | list | hut or campsite, beds, supper there, price of a night | sleep
Food and water | list | ? breakfast, provisions for the day, supper, water | food
Equipment | checklist | shoes, rain clothes, map, first aid kit, torch | pack weather children
Budget | budget | journeys, beds, meals, equipment, reserve | money
celebration activity
Guest list and invitation | letter | who comes, date and place, answer by when | people
Menu and drinks | list | ? starter, main course, dessert, cake, drinks | food
Day schedule | schedule | welcome, meal, speeches, music, farewell | time
Music and games | list | songs to begin with, dance songs, game for all | music children look
Seats and decorations | list | tables, seating, flowers, lights | decor place
Budget | budget | food, drinks, hire, decorations, reserve | money
Helpers | checklist | kitchen, drinks, children, clearing up | clean weather
celebration phase
Two months before | checklist | guest list, invitation, place, music | people time
The week before | checklist | shopping, drinks, tables and chairs, helpers | food pack
Morning | schedule | tables, decorations, cold dishes, sound check | decor place
Afternoon | schedule | welcome, coffee and cake, games, photographs | children look
Evening | schedule | supper, speech, music, last dance | music
Budget | budget | food, drinks, hire, decorations, reserve | money
The day after | checklist | clearing up, things to give back, thanks | clean weather
celebration place
Kitchen and buffet | list | ? dishes, plates, oven times, drinks | food
Tables and seats | table | who sits where, tablecloths, flowers | people decor place
Stage and dance floor | list | music, speeches, lights, games | music look
Corner for children | list | games, drawing, quiet place | children
Day schedule | schedule | welcome, meal, farewell, who opens the door | time weather
Budget and clearing up | budget | food, drinks, hire, decorations, reserve | money clean
event activity
Participants and invitation | letter | who is invited, how to register, answer by when | people
Programme of the day | schedule | opening, main part, break, closing | time look music
Room and equipment | checklist | seats, technology, signs, material | place pack buy decor
Tasks and helpers | table | who leads, who receives people, who writes the record | children clean risk
Food and drink | list | ? coffee, snacks, water | food
Budget | budget | hire, food, material, prizes, reserve | money
event phase
Two months before | checklist | date, room, invitation, speakers or prizes | people time
The week before | checklist | list of participants, material, helpers | pack buy
Morning | schedule | setting up, signs, reception, opening | place decor
Afternoon | schedule | main part, break, closing | look food music
The day after | checklist | clearing up, thanks, record | clean risk
Budget | budget | hire, food, material, reserve | money
learning activity
Timetable | schedule | short daily lesson, weekly repetition, free day | time
First steps | list | basics, most frequent things, first success | learn
Exercises | list | easy exercise, harder exercise, mixed exercise | learn
Material | comparison | book, free course, recordings | pack buy money
Partners and groups | list | who to learn with, when to meet, small performance | people
Tests | checklist | monthly test, what must be right, what is repeated | risk
learning phase
@First steps | schedule | basics, first words or moves, daily habit | learn
@Foundations | schedule | rules, longer exercises, first mistakes mended | learn
@Real use | schedule | real tasks, conversation or playing, speed | people
@Final test | schedule | repetition, trial run, small performance | time
Material | comparison | book, free course, recordings | pack buy money
Weekly timetable | schedule | short daily lesson, day of repetition, free day | time risk
learning place
At the desk | list | book, written exercises, notes | learn
On the way | list | recordings, cards, repetition in the head | travel
With others | list | partner, group, questions to ask | people
At the weekend | list | longer piece, film or concert, test of the week | look
Timetable | schedule | short daily lesson, weekly repetition, free day | time
Material | comparison | book, free course, recordings | pack buy money
training activity
Weekly timetable | schedule | easy session, hard session, long session, rest | time
Exercises | list | warm-up, endurance, strength, stretching | learn
Food and drink | list | before training, after training, in the long session | food
Equipment | checklist | shoes, clothes, watch, water | pack buy money
Health and rest | list | sleep, pains that mean a pause, day off | risk sleep
The day itself | schedule | breakfast, way there, warm-up, pace | travel weather
training phase
@Getting used to it | schedule | easy sessions, walking breaks, stretching | learn
@Building up | schedule | longer sessions, hills, strength | learn
@Hardest weeks | schedule | longest session, pace of the day, rest | food
@Last weeks | schedule | shorter sessions, sleep, trial of the equipment | sleep
The day itself | schedule | breakfast, way there, warm-up, pace | travel weather
Equipment | checklist | shoes, clothes, watch, water | pack buy money
technical activity
Inventory | table | devices, services, data, accounts | look
Timetable | schedule | preparation, copy, switch-over, check | time
Backup and way back | checklist | full copy, trial restore, when to turn back | risk
Settings | list | network, names, users, permissions | place
Test list | checklist | each service, access from outside, restart | people
Shopping list and costs | budget | devices, cables, disks, reserve | money buy
Guide for the household | text | where things are, what to do when it fails, who to ask | children
technical phase
@Inventory and backup | checklist | devices, services, full copy, trial restore | risk
@Preparation | checklist | new device, updates, network, accounts | buy
@Day of the switch-over | schedule | last copy, one service after another, names changed | time
@Tests and clean-up | checklist | each service, access from outside, old device off | clean
Way back | list | when to turn back, what is undone first, who is told | people
Shopping list and costs | budget | devices, cables, disks, reserve | money
technical place
Old devices | list | what runs there, what must be saved, when they go off | look
New devices | list | what runs there, settings, place and power | buy place
Network and access | list | addresses, wireless, access from outside | travel
Data and copies | table | what lies where, size, second copy | risk
Timetable and people | schedule | copy, switch-over, short guide, who is told when | time people children
Costs | budget | devices, cables, disks, reserve | money
moving activity
Timetable | schedule | notice, packing, moving day, handing over | time
Packing list by room | checklist | kitchen, bedrooms, books, cellar | pack
Van and helpers | list | size of the van, who carries, food for helpers | people travel food
Addresses and contracts | checklist | post, bank, electricity, internet, registration | risk
Furniture | table | what comes along, what is given away, where it will stand | place clean
Budget | budget | van, boxes, deposit, repairs, reserve | money
moving phase
@Sorting and notice | checklist | contracts to end, things to give away, removal firm | risk pay
@Packing | checklist | boxes by room, labels, what is packed last | pack
@Moving day | schedule | breakfast for helpers, loading, journey, unloading | people travel food
@Settling in | checklist | beds first, registration, repairs in the old flat | clean place
Addresses and contracts | checklist | post, bank, electricity, internet | time
Budget | budget | van, boxes, deposit, repairs, reserve | money
moving place
Kitchen and cellar | checklist | dishes, supplies to use up, tools, bicycles | food clean
Living room and bedrooms | checklist | furniture, books, clothes, beds | pack sleep
Moving day | schedule | breakfast for helpers, loading, journey, unloading | time people
Old home | checklist | repairs, meter readings, handing over of keys | risk
New home | checklist | where furniture stands, lights, names on the door | place people
Road and costs | budget | van, fuel, boxes, reserve | money travel
tidying activity
What stays | list | used every month, needed each season, remembrances | look
What goes | table | sell, give away, recycle, throw away | clean
Where things go | list | shelves, hooks, labelled boxes, free floor | place
Timetable | schedule | empty, sort, sweep, put back | time
Tools and supplies | checklist | boxes, labels, gloves, bin bags | pack buy
Helpers and costs | budget | helpers' meal, shelves, hooks, disposal | money people
tidying phase
Before | checklist | boxes, labels, place to sort, helpers | pack people
@Emptying and sorting | schedule | everything out, keep, give away, throw away | clean
@Putting back | schedule | sweep, shelves, labelled boxes, free floor | place
Afterwards | checklist | disposal, things to sell, rule for new things | time
Tools and costs | budget | boxes, shelves, hooks, disposal | money buy
tidying place
Floor and corners | list | large things, what blocks the way, sweeping | clean
Shelves and cupboards | list | what stays, boxes, labels | look
Walls and ceiling | list | hooks, ladders, seldom used things | place
Boxes without a name | list | contents, keep or give away, label | pack
Timetable | schedule | empty, sort, sweep, put back | time
Tools and costs | budget | boxes, shelves, hooks, disposal | money buy
building activity
What it will be like | list | size, layout, materials, colours | look
Materials and tools | checklist | main materials, small parts, tools, safety | pack buy
Timetable | schedule | preparation, rough work, fine work, check | time
Who does what | table | own work, helpers, trades | people children
Budget | budget | materials, tools, trades, reserve | money
Risks | list | delays, dust and noise, what is done meanwhile | risk clean
building phase
@Drawing and shopping | checklist | measurements, drawing, materials, dates | look buy
@Preparation and rough work | schedule | old things out, base, pipes or wiring | clean
@Main work | schedule | building up, joining, surfaces | people children
@Finishing | checklist | details, cleaning, test, defects | risk
Materials and tools | checklist | main materials, small parts, tools | pack
Budget | budget | materials, tools, trades, reserve | money
building place
Base and frame | list | measurements, material, how it is fixed | place
Surfaces | list | walls, floor, paint or cover | look
Wiring and water | list | cables, lights, pipes, who may do it | risk
Furnishing and details | list | fittings, small parts, finishing touches | buy
Timetable | schedule | preparation, rough work, fine work, check | time
Budget | budget | materials, tools, trades, reserve | money
garden activity
Beds | table | what grows where, neighbours, sun | place
Plants | list | ? early crops, summer crops, autumn crops | look food
Calendar | schedule | sowing, planting, care, harvest | time weather
Soil and water | list | compost, mulch, watering by week | clean
Tools and seeds | checklist | spade, rake, seeds, nets | pack buy
Budget | budget | seeds, plants, soil, tools | money
garden phase
@Spring | schedule | soil, sowing, first planting | look
@Early summer | schedule | planting out, weeding, watering | weather
@High summer | schedule | harvest, second sowing, watering | food
@Autumn | schedule | last harvest, storing, winter protection | clean
Beds | table | what grows where, neighbours, sun | place
Tools and costs | budget | seeds, plants, soil, tools | money buy
writing activity
Contents | table | chapters in order, pages of each, who supplies what | place look
Opening | text | welcome, purpose, how to use it | people
Style | list | tone, length, names and spelling, pictures | children
Collecting | checklist | texts, pictures, permissions, answers by when | buy
Timetable | schedule | collecting, first draft, correction, layout, printing | time
Proof, printing and costs | budget | second reader, number of copies, paper, postage | money risk
writing phase
@Collecting | checklist | sources, texts, pictures, permissions | people
@First draft | schedule | chapters in order, gaps marked, length | place
@Correction | checklist | second reader, facts, spelling | risk
@Layout and printing | checklist | format, pictures, proof, copies | look
Timetable | schedule | dates, who is reminded, reserve days | time
Costs | budget | paper, printing, binding, postage | money
writing place
Cover and opening pages | list | title, picture, contents, welcome | look
Main chapters | table | subjects, pages of each, who supplies what | place
Pictures and tables | list | where each stands, source, caption | buy
Last pages | list | thanks, index, contact | people
Timetable | schedule | collecting, first draft, correction, layout, printing | time
Printing and costs | budget | paper, printing, binding, postage | money
business activity
Offer and prices | table | ? what is sold, price, time it takes | look food
Customers | list | who they are, how they hear of it, first offer | people
Permits and insurance | checklist | registration, tax, insurance, questions for an accountant | risk
Rooms and equipment | checklist | layout, machines, what can wait | place buy
Costs and income | budget | rent, equipment, material, insurance, reserve | money
Timetable | schedule | permits, furnishing, trial day, opening | time weather
business phase
@Idea and figures | list | offer, prices, costs, how many sales are enough | money
@Permits and rooms | checklist | registration, insurance, lease, questions for an accountant | risk
@Furnishing and advertising | checklist | equipment, sign, first customers | buy people
@Opening and first weeks | schedule | trial day, opening, what is changed | time weather
Costs and income | budget | rent, equipment, material, insurance, reserve | money
Offer and prices | table | ? what is sold, price, time it takes | look food
business place
Shop or workshop | list | layout, machines, storage, safety | place
Counter and window | list | price list, sign, opening hours | look food
Authorities and bank | checklist | registration, tax, insurance, account | risk
Customers and suppliers | list | who they are, first contact, terms | people
First year by month | schedule | opening, busy months, quiet months | time weather
Costs and income | budget | rent, equipment, material, insurance, reserve | money
other activity
Where things stand | list | what is there, what is missing, figures | look place
Timetable | schedule | start, main work, check, end | time
Who does what | table | own part, helpers, others to ask | people children
Materials and tools | checklist | what is there, what is bought, what is borrowed | pack buy food
Costs | budget | material, services, reserve | money
Risks and way out | list | what can go wrong, sign of it, what then | risk weather
other phase
@Beginning | checklist | where things stand, figures, first decisions | look people
@First results | schedule | easiest steps, early success, who does what | place
@Main work | schedule | largest changes, half-time check, helpers | buy
@Rounding off | schedule | what is left, closing check, rule for later | risk
Materials and tools | checklist | what is there, what is bought, what is borrowed | pack food
Costs | budget | material, services, reserve | money
other place
People | table | who takes part, tasks of each, who is told | people children
Places | list | where it happens, what must be ready, way to it | place look
Things | checklist | what is there, what is bought, what is borrowed | pack buy food
Dates | schedule | start, half-time, end, reserve days | time weather
Money | budget | material, services, reserve | money
Doubts | list | open questions, what can go wrong, who knows | risk
"""

TOPICS: Final = """
food | eat food meal meat fish vegetarian vegan gluten cook bake
food | supper lunch breakfast dinner cake soup drink diet recipe kitchen oven
money | euro pound dollar money cost cheap afford price savings pay budget bill invoice
sleep | sleep room bed hostel hotel snore overnight nap
travel | train drive car bus flight fly road journey travel ticket station ferry
people | guest friend neighbour family colleague people wife husband sister brother uncle customer
children | child children toddler baby kid son daughter school
music | music sing choir song dance band piano
decor | flower dahlia balloon decoration tablecloth chair table
time | date deadline hour start end before until noon o'clock clock early late evening weekend minutes runs
risk | lose lost break fail wrong danger fear insurance tax copy backup duplicate delete allergic
clean | clean clear sweep rubbish wash
look | see visit museum market tram concert picture photograph slide look swim lake
place | hall house garden flat town city street folder shop
pack | bag rucksack borrow box suitcase carry
buy | buy shop tool device install equipment
weather | rain hot cold winter summer weather
learn | word grammar song practise exercise lesson
"""

WISHES: Final = (
    "no not never nobody nothing without only must cannot can't need want wants would like likes love loves hate "
    "hates least most more less than should allergic vegetarian vegetarians rather afraid promised with already"
)
PAST: Final = "last year|last time|years ago|used to"
LEADS: Final = "with|without|that|which|no"
# Words by which short goals are known to be in this language.
COMMON: Final = (
    "a an the of to for and or in on at with your my our their its it is are be this that from by as into all "
    "each before after during about how what we if not but more than i plan learn write make organise organize "
    "clean build move trip visit map route holiday dinner party garden kitchen bathroom house home start fix "
    "repaint sell teach wedding birthday weekend week weeks month months day days year people guests friends "
    "family camping picnic menu retirement solar car bike kids renovation christmas"
)
