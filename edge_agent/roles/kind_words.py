"""The words by which the kind of a goal is told, in five languages and some of others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

WORDS: Final[Mapping[str, str]] = {
    "report": (
        r"presentation(?!\w)|(?:write|prepare|give) (?:an? |the |my )?(?:\w+ )?(?:report|talk|lecture)(?!\w)|"
        r"slides(?!\w)|term paper|essay|referat|präsentation|\w*vortrag|hausarbeit|facharbeit|pembentangan|laporan|"
        r"kertas kerja|prezentacj|raport|sprawozdan|wypracowan|presentación|informe(?!\w)|ponencia|exposición oral"
    ),
    "writing": (
        r"writ(?:e|ing) (?:an? |the |my |our )?\w*|cookbook|booklet|novel(?!\w)|brochure|newsletter|schreib|"
        r"\w+heft|\w{3,}buch(?!\w)|broschüre|écri(?:re|s)|escrib|folleto|tulis|risalah|napis|kronik|chronik|broszur"
    ),
    "trip": (
        r"trips?(?!\w)|travel|vacation|holidays?(?!\w)|honeymoon|journey|itinerary|city break|hik(?:e|ing)|retreat|"
        r"excursion|cruise|camping|weekend (?:of [\w ]+ )?in|(?:go|travel) by \w+|by (?:train|bike|car|bus|"
        r"boat) (?:from|to|through|across|around)|\w*reise|\w*urlaub|\w*wanderung|\w*tour(?!\w)|ausflug|städtetour|"
        r"voyage|séjour|viaje|vacaciones|excursión|escapada|perjalanan|melancong|bercuti|umrah|percutian|liburan|"
        r"lawatan|podróż|wyjazd|wycieczk|wakacj|urlop|wędrówk"
        r"|wandern"
    ),
    "celebration": (
        r"wedding|birthday|party|baby shower|anniversary|celebrat|baptism|feast|barbecue|picnic|reunion|hochzeit|"
        r"\w*geburtstag|\w*feier|\w+fest(?!\w)|jubiläum|mariage|anniversaire|boda|cumpleaños|fiesta|aniversario|"
        r"majlis|kenduri|perkahwinan|hari jadi|jamuan|wesel|ślub|urodzin|imprez|przyjęci|jubileusz|funeral|"
        r"christening|communion|taufe(?!\w)|sambutan|hari raya|wigili|zjazd|chrzciny|bautizo|comunión"
        r"|silvester|new year's eve|sylwest|nochevieja"
    ),
    "games": (
        r"games? (?:evening|night|afternoon|day)|board games?|(?:treasure|scavenger) hunt|(?:pub )?quiz(?!\w)|"
        r"escape room|murder mystery|spiele?(?:abend|nachmittag|nacht)|\w*schnitzeljagd|schatzsuche|"
        r"malam permainan|cari harta|kuiz|wieczór gier|planszów|podchody|(?:noche|tarde) de juegos|juegos de mesa|"
        r"búsqueda del tesoro"
    ),
    "cooking": (
        r"cook(?:ing)?(?!\w)|meals?(?!\w)|menu(?!\w)|recipes?(?!\w)|dinner|supper|lunch|brunch|breakfast|"
        r"bake(?!\w)|buffet|koche?n?(?!\w)|gerichte?(?!\w)|speiseplan|essensplan|menü|abendessen|mittagessen|"
        r"backen?(?!\w)|masak|juadah|hidangan|sarapan|gotow|ugotuj|obiad|kolacj|jadłospis|upiecz|cocin[ae]r?(?!\w)|"
        r"menú|recetas?(?!\w)|cena(?!\w)|comidas?(?!\w)"
    ),
    "selling": (r"sell(?:ing)?(?!\w)|verkaufen?(?!\w)|jual(?!\w)|menjual|sprzedaj|sprzedać|vender(?!\w)|vende(?!\w)"),
    "buying": (
        r"buy(?:ing)?(?!\w)|purchase|which \w+ to buy|(?:choose|find|pick) (?:an? |the right |the best )?(?:good |"
        r"cheap |new )?(?:used|second-hand|washing machine|fridge|dishwasher|sofa|mattress|car|bike|bicycle|camera|"
        r"phone|laptop)(?!\w)|kaufen?(?!\w)|anschaff|gebrauchtwagen|beli(?!\w)|membeli|kup(?!\w)|kupić|kupno|"
        r"zakup(?!\w)|compra[r]?(?!\w)|elegir|(?:choose|decide) (?:an?|the|between|which)|(?:find|rent|look for|"
        r"looking for) (?:an? )?(?:\w+ )?(?:flat|apartment|house)(?!\w)|ein(?:e|en)? neue[sn]? \w+ (?:für|unter|"
        r"bis)|wohnung (?:\w+ ){0,3}(?:suchen|finden|mieten)|wohnungssuche|rumah sewa|wynajm|wynająć|alquilar"
        r"|geschenk|regalo(?!\w)|hadiah untuk|prezent(?!\w)"
    ),
    "data": (
        r"photos?(?!\w)|photographs|(?:my|our|all|old) (?:\w+ )?files(?!\w)|(?:old|new) (?:\w+ )?(?:smart)?phone|"
        r"passwords?|mailbox|e?-?mail account|fotos?(?!\w)|dateien|handy(?!\w)|passwörter|postfach|gambar lama|"
        r"fail lama|telefon lama|kata laluan|zdjęć|zdjęcia|pliki(?!\w)|telefonu(?!\w)|hasła|archivos|móvil|"
        r"contraseñas"
    ),
    "technical": (
        r"servers?(?!\w)|migrat|software|website|web site|database|\w* ?network|wi-?fi|backups?(?!\w)|laptop|"
        r"computer|linux|cloud|nas(?!\w)|smart home|external dis[ck]|thermostat|webseite|datenbank|\w*rechner|"
        r"heimnetz|netzwerk|serveur|ordinateur|servidor|ordenador|pelayan|komputer|rangkaian|serwer|sieć|sieci"
    ),
    "moving": (
        r"move (?:house|home|to|from|into|our|my)|moving (?:house|home|to)|relocat|umzug|umziehen|déménage|mudanza|"
        r"mudarse|pindah|przeprowad[zź]"
    ),
    "tidying": (
        r"clean|declutter|tidy|sort out|clear out|empty (?:the|my|our)|aufräum|räume|entrümpel|ausmist|putze|"
        r"nettoyer|ranger|limpi|ordenar|kemas|bersihkan|posprząt|sprząt|uporządk|hausputz|frühjahrsputz"
    ),
    "business": (
        r"(?:small |own )?business|bakery|shop(?!\w)|café|start-?up|company|firma|laden(?!\w)|gründe|unternehmen|"
        r"perniagaan|kedai|syarikat|sklep|działalnoś|zakład|negocio|empresa|tienda"
    ),
    "event": (
        r"meetings?(?!\w)|conference|tournament|festival|concert|exhibition|workshop|campaign|fundrais|raffle|"
        r"open day|f[eê]te(?!\w)|versammlung|tagung|turnier|\w*konzert|ausstellung|kampagne|basar(?!\w)|flohmarkt|"
        r"reunión|torneo|concierto|exposición|taller|campaña|jornada|mesyuarat|pertandingan|kejohanan|konsert|"
        r"pameran|bengkel|kempen|seminar|zebran|turniej|koncert|wystaw|warsztat|kampani|kiermasz|spotkani|zbiórk|"
        r"jumble sale|elternabend|gotong"
    ),
    "club": (r"clubs?(?!\w)|\w*verein (?:gründ|auf)|stammtisch|\w*klub(?!\w)|kelab|klub"),
    "exam": (
        r"exams?(?!\w)|driving test|finals?(?!\w)|\w*prüfung|abitur|klausur|führerschein|peperiksaan|ujian memandu|"
        r"egzamin|matur[ayę]|ex[aá]men|oposicion|prueba de acceso"
    ),
    "training": (
        r"train(?:ing)? for|\w*marat[oó]n|\w*marathon|triathlon|fitness|workout|trainier|latihan fizikal|maraton|"
        r"kecergasan|trenuj|kondycj|entren|gimnasi|correr(?!\w)|carrera de|run \w+ (?:kilomet\w+|km|miles)|"
        r"\w+ kilometer laufen|jogging|hacer ejercicio|fitter|"
        r"(?:get|getting|be|become|keep|stay) fit(?!\w)|fit (?:werden|bleiben)|wieder fit(?!\w)|ponerse en forma|"
        r"wrócić do formy|kembali cergas"
    ),
    "health": (
        r"lose (?:\w+ ){0,2}(?:kilos?|kilograms|kg|pounds|weight)|weight loss|back pain|(?:stop|quit) smoking|"
        r"sleep better|blood pressure|abnehmen|rückenschmerz|rauchen auf|mit dem rauchen|gesünder|blutdruck|"
        r"berat badan|kuruskan|berhenti merokok|schudn|odchudz|rzuć palenie|rzucić palenie|ból pleców|bólu pleców|"
        r"(?:bajar|perder) (?:de )?(?:\w+ ){0,2}(?:peso|kilos)|adelgaz|dejar de fumar|dolor de espalda"
    ),
    "learning": (
        r"learn|study|teach(?:ing)?(?!\w)|lerne|erlerne|apprendre|aprend|estudi|belajar|mempelajari|naucz|"
        r"nauk[aię]|uczyć"
    ),
    "job": (
        r"(?:new|find an?|me an?|change|get an?|summer) job|job (?:search|hunt|application|interview)|"
        r"find (?:\w+ ){0,2}(?:work|employment)(?!\w)|apply for|cover letter|curriculum vitae|cv(?!\w)|bewerb|"
        r"stellensuche|neue stelle|neue arbeit|vorstellungsgespräch|lebenslauf|(?:cari|mohon) kerja|"
        r"kerja (?:baharu|kosong)|temu ?duga|szuka\w* pracy|now(?:ą|ej) prac|znajdź (?:\w+ )?prac|"
        r"rozmow\w+ kwalifikacyjn|list motywacyjny|(?:buscar|busco|encontrar) (?:\w+ )?(?:trabajo|empleo)|"
        r"entrevista de|solicitud de empleo|currículum"
    ),
    "saving": (
        r"save (?:[€$£]? ?\d|money|energy|water|electricity)|savings(?!\w)|(?:cut|lower|halve|"
        r"reduce) (?:\w+ ){0,3}(?:bills?|costs?|spending|consumption)(?!\w)|pay off|debts?(?!\w)|household budget|"
        r"sparen(?!\w)|spart(?!\w)|kosten (?:\w+ ){0,5}senken|\w+kosten (?:\w+ ){0,5}senken|stromrechnung|schulden|"
        r"haushaltsbuch|jimat|menabung|bil (?:elektrik|air)|hutang|oszczęd|zaoszcz|rachun[ek]|dług(?!\w)|"
        r"długi(?!\w)|spłac|ahorr|deudas|gastar menos|factura de"
    ),
    "building": (
        r"renovat|remodel|build|install|set up|restor|refurbish|bau(?:e|en)(?!\w)|umbau|renovier|sanier|rénover|"
        r"construire|reform|constru|renov|renuev|monta|bina(?!\w)|ubah suai|remont|zbuduj|budow|urządz|urządź|"
        r"paint(?:ing)?(?!\w)|streiche?n?(?!\w)|tapezier|mengecat|pomaluj|malowani|pintar(?!\w)|basteln?(?!\w)|"
        r"knit|sew(?:ing)?(?!\w)|stricke?n?(?!\w)|nähen?(?!\w)|jahit|uszyj"
        r"|put up (?:\w+ )?(?:shelves|a shelf|a fence)"
    ),
    "papers": (
        r"tax(?:es)?(?!\w)|paperwork|(?:visa|passport) application|"
        r"insurance(?! (?:pays|paid|has paid|will pay|covers|company|money))(?!\w)|pension(?!\w)|"
        r"steuererklärung|steuern?(?!\w)|\w*versicherung|rentenantrag|cukai|insurans|borang|podatek|podatk|zeznanie|ubezpiecz|impuestos|"
        r"declaración de la renta|seguro (?:de|del)|trámites|papeleo"
    ),
    "repair": (
        r"repair(?:s|ing)?(?!\w)|fix(?:ing)?(?!\w)|mend(?:ing)?(?!\w)|leak|dripping|flood(?:ed)?(?!\w)|"
        r"\w*reparier|\w*reparatur|überschwemm|überflutet|banjir|zalan[aeoy]|inundad|flicke|undicht|tropfend|baiki|bocor|napraw|ciekn|przecieka|zepsut|arregl|repara|gotea|avería|gotera"
    ),
    "garden": (
        r"garden|vegetable|allotment|\w*garten|gemüse|\w*beete?(?!\w)|potager|jardin|jardín|huerto|kebun|ogród|"
        r"ogrod|warzyw|grządk|grow(?:ing)?(?!\w)|tomato|bepflanz|tanam(?!\w)|menanam|posadź|sadzeni|plantar(?!\w)"
    ),
    "care": (
        r"look after|(?:take|taking) care of|car(?:e|ing) for|pupp(?:y|ies)(?!\w)|kittens?(?!\w)|cats?(?!\w)|"
        r"dogs?(?!\w)|newborn|(?:our|the|my) baby|nanny|pflege(?!\w)|pflegen|betreu|hunde?s?(?!\w)|welpe|"
        r"katzen?(?!\w)|säugling|jaga(?!\w)|menjaga|kucing|anjing|bayi|opiek|zaopiekuj|ps(?:a|em)(?!\w)|szczeni|"
        r"kot(?:a|em|y)(?!\w)|niemowl|cuid[ae]r?(?!\w)|perr[oa]s?(?!\w)|gat[oa]s?(?!\w)|cachorro|bebé"
    ),
}
"""By kind: beginnings of words, lower case, as a pattern."""
