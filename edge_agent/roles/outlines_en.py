"""English outlines: the parts of plans by kind of goal and angle. ``outline_words`` says how they are read."""

from __future__ import annotations

from typing import Final

OUTLINES: Final = """
trip activity
Route and journeys | list | towns in order, means of travel between them, longest journey | travel place
Rooms | list | district in each town, kind of room, nights in each town… | sleep place
Sights | list | ? old town, viewpoint, museum for rainy days | look
Food | list | dishes of the region, markets, one special dinner | food
Timetable | schedule | morning walk, main sight, long lunch, quiet evening | time children
Budget | budget | journeys, rooms, food, tickets, reserve | money
Packing list | checklist! | passports, tickets, cards, clothes, rain jacket, medicine, chargers | pack weather
trip phase
Three months before | checklist | dates of travel, tickets for the journeys, rooms, passports and visas | sleep pay
The week before | checklist | cash and cards, weather forecast, keys for the neighbour, packed bags | pack
@Arrival | schedule | way to the lodgings, first walk, supper nearby | travel
@Middle | schedule | main sights, day trip, market, quiet evening | look food children place
@End of the trip | schedule | last sight, presents, packed bags, journey home | weather
Budget | budget | journeys, rooms, food, tickets, reserve | money
trip place
= | schedule | ? old town, viewpoint, gallery, café | look place
Food | list | dishes of the region, breakfast, picnic, one special dinner | food
Rooms and journeys | list | nights in each town…, district in each town, trains between them | sleep travel
Budget | budget | journeys, rooms, food, tickets, reserve | money
Packing list | checklist! | passports, tickets, cards, clothes, rain jacket, medicine, chargers | pack weather children
stay activity
Where to stay | list | district, kind of lodgings, beds, price of a night… | sleep place
Getting there and around | list | journey there, way to the lodgings, buses or a hired car, journey home | travel
Sights | list | ? old town, viewpoint, museum for rainy days | look
Food | list | dishes of the region, breakfast, one special dinner | food
Timetable | schedule | morning walk, main sight, long lunch, quiet evening | time children
Budget | budget | journeys, lodgings, food, tickets, reserve | money
Packing list | checklist! | passports, tickets, cards, clothes, rain jacket, medicine, chargers | pack weather
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
Lodgings and getting around | list | district, kind of lodgings, way to it, buses or trams | sleep travel place
Food | list | dishes of the region, breakfast, one special dinner | food
Budget | budget | journeys, lodgings, food, tickets, reserve | money
Packing list | checklist! | passports, tickets, cards, clothes, rain jacket, medicine, chargers | pack weather children
tour activity
Stages | schedule | start in the morning, midday halt, place for the night | travel time look
Places for the night | list | hut or campsite, beds, supper there, price of a night… | sleep place
Food and water | list | breakfast, provisions for the day, supper, water | food
Equipment | checklist! | shoes, rain clothes, map, first aid kit, torch | pack weather
Safety | list | weather at which to wait, short cut or way out, emergency number | risk children
Budget | budget | journeys, beds, meals, equipment, reserve | money
tour phase
The week before | checklist | beds for the night, map and route, weather forecast, missing equipment | sleep pay
The day before | checklist | rucksacks, provisions, charged telephones, route left with a friend | pack
@Setting out | schedule | journey to the start, easy stretch, first hut or camp | travel
@Middle stages | schedule | hardest stretch, midday halt, view or bathing place | look food children place
@Way home | schedule | short stretch, station, journey home | weather
Budget | budget | journeys, beds, meals, equipment, reserve | money
tour place
@Setting out | schedule | journey to the start, easy stretch, first hut or camp | travel
@Middle stages | schedule | hardest stretch, midday halt, view or bathing place | look place
@Way home | schedule | short stretch, station, journey home | travel
Places for the night | list | hut or campsite, beds, supper there, price of a night… | sleep
Food and water | list | breakfast, provisions for the day, supper, water | food
Equipment | checklist! | shoes, rain clothes, map, first aid kit, torch | pack weather children
Budget | budget | journeys, beds, meals, equipment, reserve | money
celebration activity
Guest list and invitation | list | names of the guests…, date and place…, answer by…, text of the invitation | people
Menu and drinks | list | starter, main course, dessert, cake, drinks | food
Day schedule | schedule | welcome, meal, speeches, music, farewell | time
Music and games | list | music at the welcome, music for the dance, game for all | music children look
Seats and decorations | list | tables and chairs, flowers, lights, tent or room if it rains | decor place
Budget | budget | food, drinks, hire, decorations, reserve | money
Helpers | checklist | kitchen…, bar…, games for the children…, clearing up… | clean weather
celebration phase
Two months before | checklist | guest list, invitation, place, music | people time
The week before | checklist | shopping, drinks, tables and chairs, helpers | food pack
Morning | schedule | tables, decorations, cold dishes, sound check | decor place
Afternoon | schedule | welcome, coffee and cake, games, photographs | children look
Evening | schedule | supper, speech, music, last dance | music
Budget | budget | food, drinks, hire, decorations, reserve | money
The day after | checklist | clearing up, things to give back, thanks | clean weather
celebration place
Kitchen and buffet | list | warm dishes, cold dishes, dessert, drinks | food
Tables and decorations | list | tables and chairs, tablecloths, flowers, lights | people decor place
Music and dancing | list | music at the meal, music for the dance, speech, game for all | music look
Corner for children | list | game outdoors, game indoors, children's food | children
Day schedule | schedule | welcome, meal, dance, farewell | time weather
Budget and clearing up | budget | food, drinks, hire, decorations, reserve | money clean
event activity
Participants and invitation | list | people invited…, way to register, answer by…, text of the invitation | people
~Programme of the day | schedule | opening, main part, break, closing | time look music
Room and equipment | checklist | seats and tables, projector or loudspeakers, signs | place pack buy decor
Tasks and helpers | list | leading…, reception…, setting up…, minutes of the meeting… | children clean risk
Food and drink | list | coffee and tea, snacks, cold drinks | food
Budget | budget | hire, food, material, prizes, reserve | money
event phase
Two months before | checklist | date, room, invitation, speakers or prizes | people time
The week before | checklist | list of participants, material, helpers | pack buy
Morning | schedule | setting up, signs, reception, opening | place decor
Afternoon | schedule | main part, break, closing | look food music
The day after | checklist | clearing up, thanks, short report | clean risk
Budget | budget | hire, food, material, reserve | money
learning activity
Timetable | schedule | short daily lesson, weekly repetition, free day | time
First steps | list | first lesson, most useful words or moves, first aim to reach | learn
Exercises | list | warm-up exercise, main exercise, exercise for the weak spot | learn
Material | comparison | book, free course, recordings | pack buy money
Partners and groups | list | partner or teacher, group or club, small performance | people
Tests | checklist | test after the first week, monthly test, score to reach in the test | risk
learning phase
@First steps | schedule | basics, first words or moves, daily habit | learn
@Foundations | schedule | rules, longer exercises, correction of mistakes | learn
@Real use | schedule | real texts or pieces, conversation or playing together, speed | people
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
Equipment | checklist! | shoes, clothes, watch, water | pack buy money
Health and rest | list | hours of sleep, pains that mean a pause, day off | risk sleep
~The day itself | schedule | breakfast, way to the start, warm-up, pace | travel weather
training phase
@Getting used to it | schedule | easy sessions, walking breaks, stretching | learn
@Building up | schedule | longer sessions, hills, strength | learn
@Hardest weeks | schedule | longest session, pace of the day, rest | food
@Last weeks | schedule | shorter sessions, sleep, trial of the equipment | sleep
~The day itself | schedule | breakfast, way to the start, warm-up, pace | travel weather
Equipment | checklist! | shoes, clothes, watch, water | pack buy money
technical activity
Inventory | table | service…, device…, place of its data…, account… | look
Timetable | schedule | preparation, copy, switch-over, check | time
Backup and way back | checklist | disk for the backup, backup tool, one file restored, deadline to go back… | risk
Settings | list | network addresses, device names, user accounts…, place of the passwords… | place
Test list | checklist | all back after the plug was pulled, access from outside the house, speed, restored file | people
Shopping list and costs | budget | devices, cables, disks, reserve | money buy
Guide for the household | list | place of the devices…, first help when it fails, person to ask… | children
technical phase
@Inventory and backup | checklist | devices…, services…, disk for the backup, one file restored as a trial | risk
@Preparation | checklist | new device, updates, network address, user accounts | buy
@Day of the switch-over | schedule | last backup, first service, other services, new addresses | time
@Tests and clean-up | checklist | all back after the plug was pulled, access from outside, old device off | clean
Way back | list | deadline to go back…, first step back to the old device, people to tell… | people
Shopping list and costs | budget | devices, cables, disks, reserve | money
technical place
Old devices | list | services on them…, data to save…, last day in use | look
New devices | list | model, settings, place in the house…, power supply | buy place
Network and access | list | addresses, wireless, access from outside the house | travel
Data and copies | table | folder or disk…, size…, second copy… | risk
Timetable and people | schedule | backup, switch-over, test, short guide | time people children
Costs | budget | devices, cables, disks, reserve | money
moving activity
Timetable | schedule | notice, packing, moving day, handing over | time
Packing list by room | checklist | kitchen, bedrooms, books, cellar | pack
Van and helpers | list | size of the van, number of helpers, food for the helpers | people travel food
Addresses and contracts | checklist | post, bank, electricity, internet, registration | risk
Furniture and its new rooms | list | sofa…, wardrobes…, beds…, tables and chairs… | place clean
Budget | budget | van, boxes, deposit, repairs, reserve | money
moving phase
@Sorting and notice | checklist | contracts to end, things to give away, removal firm | risk pay
@Packing | checklist | boxes by room, labels, bag for the first night | pack
@Moving day | schedule | breakfast for helpers, loading, journey, unloading | people travel food
@Settling in | checklist | beds made up first, registration, repairs in the old flat | clean place
Addresses and contracts | checklist | post, bank, electricity, internet | time
Budget | budget | van, boxes, deposit, repairs, reserve | money
moving place
Kitchen and cellar | checklist | dishes, supplies to use up, tools, bicycles | food clean
Living room and bedrooms | checklist | furniture, books, clothes, beds | pack sleep
Moving day | schedule | breakfast for helpers, loading, journey, unloading | time people
Old home | checklist | repairs, meter readings…, handing over of keys | risk
New home | checklist | places of the furniture, lights, names on the door | place people
Road and costs | budget | van, fuel, boxes, reserve | money travel
tidying activity
What stays | list | things of every month, seasonal things, keepsakes | look
What goes | table | sell, give away, recycle, throw away | clean
Where things go | list | shelves, hooks, labelled boxes, free floor | place
Timetable | schedule | empty, sort, sweep, put back | time
Tools and supplies | checklist! | boxes, labels, gloves, bin bags | pack buy
Helpers and costs | budget | helpers' meal, shelves, hooks, disposal | money people
tidying phase
Before | checklist! | boxes and bags, labels and pen, dry place to sort, helpers asked | pack people
@Emptying and sorting | schedule | everything out, keep, give away, throw away | clean
@Putting back | schedule | sweep, shelves, labelled boxes, free floor | place
Afterwards | checklist | disposal, things to sell, rule for new things | time
Tools and costs | budget | boxes, shelves, hooks, disposal | money buy
tidying place
Floor and corners | list | large things, bicycles or machines, free floor | clean
Shelves and cupboards | list | top shelf, middle shelf, bottom shelf | look
Walls and ceiling | list | hooks, ladders, seldom used things | place
Boxes and small things | list | screws and small parts, papers, cables | pack
Timetable | schedule | empty, sort, sweep, put back | time
Tools and costs | budget | boxes, shelves, hooks, disposal | money buy
building activity
What it will be like | list | size…, layout, materials, colours | look
Materials and tools | checklist | main materials, small parts, tools, safety | pack buy
Timetable | schedule | preparation, rough work, fine work, check | time
Who does what | list | drawing…, heavy work…, fine work…, cleaning… | people children
Budget | budget | materials, tools, trades, reserve | money
Risks and what to do then | list | if a delivery is late, if there is much dust, if hidden damage shows | risk clean
building phase
@Drawing and shopping | checklist | measurements…, drawing, materials, dates | look buy
@Preparation and rough work | schedule | old things out, pipes or wiring, base | clean
@Main work | schedule | building up, joining, surfaces | people children
@Finishing | checklist | small details, cleaning, test run, list of defects | risk
Materials and tools | checklist | main materials, small parts, tools | pack
Budget | budget | materials, tools, trades, reserve | money
building place
Base and frame | list | measurements…, material, way of fixing | place
Surfaces | list | walls, floor, paint or cover | look
Wiring and water | list | cables, lights, pipes | risk
Furnishing and details | list | fittings, small parts, finishing touches | buy
Timetable | schedule | preparation, rough work, fine work, check | time
Budget | budget | materials, tools, trades, reserve | money
garden activity
Beds | table | plants, plants that grow well beside them, sun | place
Plants | list | ? early crops, summer crops, autumn crops | look food
Calendar | schedule | sowing, planting, care, harvest | time weather
Soil and water | list | compost, mulch, watering by week | clean
Tools and seeds | checklist! | spade, rake, seeds, nets | pack buy
Budget | budget | seeds, plants, soil, tools | money
garden phase
@Spring | schedule | soil, sowing, first planting | look
@Early summer | schedule | planting out, weeding, watering | weather
@High summer | schedule | harvest, second sowing, watering | food
@Autumn | schedule | last harvest, storing, winter protection | clean
Beds | table | plants, plants that grow well beside them, sun | place
Tools and costs | budget | seeds, plants, soil, tools | money buy
writing activity
Contents | table | chapter, pages…, author… | place look
Opening | text | welcome, purpose, how to use it | people
Style | list | tone, length, names and spelling, pictures | children
Collecting | checklist | texts, pictures, permissions, last day to send in | buy
Timetable | schedule | collecting, first draft, correction, layout, printing | time
Proof, printing and costs | budget | second reader, printing, paper, postage | money risk
writing phase
@Collecting | checklist | sources, texts, pictures, permissions | people
@First draft | schedule | first chapters, middle chapters, last chapters | place
@Correction | checklist | second reader, facts, spelling | risk
@Layout and printing | checklist | format, pictures, proof print, number of copies | look
Timetable | schedule | end of collecting, end of the draft, day of printing, reserve days | time
Costs | budget | paper, printing, binding, postage | money
writing place
Cover and opening pages | list | title, picture, contents, welcome | look
Main chapters | table | subject, pages…, author… | place
Pictures and tables | list | picture on the cover, pictures in the text, tables or maps | buy
Last pages | list | thanks, index, contact | people
Timetable | schedule | collecting, first draft, correction, layout, printing | time
Printing and costs | budget | paper, printing, binding, postage | money
business activity
Offer and prices | table | product or service, contents, price… | look food
Customers | list | regular customers, way to reach them, opening offer | people
Permits and insurance | checklist | registration, tax number, insurance, accountant | risk
Rooms and equipment | checklist | floor plan, machines, shelves and counter | place buy
Costs and income | budget | rent, equipment, material, insurance, reserve | money
Timetable | schedule | permits, furnishing, trial day with friends, opening | time weather
business phase
@Idea and figures | list | offer, price of the main product…, costs a month…, sales needed a month… | money
@Permits and rooms | checklist | registration, insurance, lease, accountant | risk
@Furnishing and advertising | checklist | equipment, sign, way to the first customers | buy people
@Opening and first weeks | schedule | trial day with friends, opening day, review of sales | time weather
Costs and income | budget | rent, equipment, material, insurance, reserve | money
Offer and prices | table | product or service, contents, price… | look food
business place
Shop or workshop | list | layout, machines, storage, safety | place
Counter and window | list | price list…, sign, opening hours | look food
Authorities and bank | checklist | registration, tax, insurance, account | risk
Customers and suppliers | list | regular customers, main supplier…, terms of payment | people
First year by month | schedule | opening, busy months, quiet months | time weather
Costs and income | budget | rent, equipment, material, insurance, reserve | money
other activity
Steps in order | list | first step, second step, third step, last step | look place
Timetable | schedule | start, main work, check, end | time
When it is done | checklist | visible result, figure to reach…, last check | people children
What to get | checklist | main things, tools, information | pack buy food
Costs | budget | material, services, reserve | money
Risks and what to do then | list | if time runs short, if it costs more, if help does not come | risk weather
other phase
@Beginning | checklist | present state…, goal to reach, first decision | look people
@First results | schedule | easiest step, second step, first check | place
@Main work | schedule | largest step, help from others, half-time check | buy
@Rounding off | schedule | last step, closing check, habit for later | risk
What to get | checklist | main things, tools, information | pack food
Costs | budget | material, services, reserve | money
other place
People | list | leader…, helpers…, adviser… | people children
Places | list | main place, storage, way there | place look
Things | checklist | main things, tools, spare things | pack buy food
Dates | schedule | start, half-time, end, reserve days | time weather
Money | budget | material, services, reserve | money
Doubts | list | open question, likeliest problem, person to ask… | risk
"""

TOPICS: Final = """
food | eat food meal meat fish vegetarian vegan gluten cook bake
food | supper lunch breakfast dinner cake soup drink diet recipe kitchen oven
money | euro pound dollar money cost cheap afford price savings pay budget bill invoice
sleep | sleep room bed hostel hotel snore overnight nap.
travel | train. trains. drive car. cars. bus. buses. flight fly. road journey travel ticket station ferry
people | guest friend neighbour family colleague people wife husband sister brother uncle customer
children | child children toddler baby kid son. sons. daughter school
music | music sing choir song dance band piano
decor | flower dahlia balloon decoration tablecloth chair table
time | date deadline hour start end. ends. before until noon o'clock clock early late evening weekend minutes runs
risk | lose lost break fail wrong danger fear insurance tax copy backup duplicate delete allergic
clean | clean clear sweep rubbish wash
look | see. visit museum market tram concert picture photograph slide look swim lake
place | hall house garden flat town city street folder shop
pack | bag rucksack borrow box suitcase carry
buy | buy shop tool device install equipment
weather | rain hot. cold winter summer weather
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
