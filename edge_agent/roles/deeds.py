"""Whether a line asks for a deed in the world ("Pay the deposit"), which no text model can do.

English, German, French, Spanish, Italian, Dutch, Portuguese, Malay and Polish. Told by the first word, a verb that is
told to somebody; words that are nouns as well ("Order of the day", "Book list") only where what follows shows a verb.
"""

from __future__ import annotations

import re
from typing import Final

from edge_agent.roles.forms import names_a_form
from edge_agent.roles.text import word_set

# Told to somebody, these can mean nothing but a deed.
_PLAIN: Final = word_set(
    # English
    "buy carry bring sell pay sweep hire fetch throw donate deliver borrow collect enrol enroll invite send install "
    "sew assemble dismantle unpack mow decorate purchase obtain get attend arrive depart eat sing speak tell ask "
    "listen learn apply submit upload download unplug connect reboot put take go come hang pour unlock unload scrub "
    "weld reserve confirm arrange rehearse greet thank celebrate relax enjoy wake sit wait remove replace mend "
    "construct attach gather recruit persuade befriend lend acquire "
    # German
    "kaufe buche bestelle bezahle zahle hole bringe trage miete rufe verteile einlade hänge backe koche putze fege "
    "wische räume packe fahre gehe besuche triff treffe melde unterschreibe schicke sende verschicke verkaufe "
    "verschenke entsorge repariere baue bohre streiche montiere installiere schließe verlege ziehe nimm gib leihe "
    "reserviere organisiere sammle pflanze säe gieße schneide klingle sprich lerne feiere begrüße verbinde tausche "
    "wechsle "
    # French
    "achète achetez acheter réserve réservez réserver loue louez louer appelle appelez appeler paie payez payer envoie "
    "envoyez envoyer apporte apportez apporter prends prenez prendre allez visitez visiter nettoie nettoyez nettoyer "
    "cuisinez lavez vends vendez vendre invitez inviter signez signer installez installer téléphone téléphonez "
    # Spanish
    "llama llame llamar compre comprar alquila alquile alquilar paga pague pagar envía envíe enviar recoge recoja "
    "recoger limpia limpie limpiar lleva lleve llevar trae traiga traer reserve reservar invita invite invitar vende "
    "venda vender hornea hornee hornear cocine cocinar monte montar instala instale instalar firme firmar pinte "
    "pintar barrer lavar visite visitar pide pida pedir contrata contrate contratar coloca coloque colocar cuelga "
    "cuelgue colgar busque buscar vaya "
    # Italian
    "compri comprare prenota prenoti prenotare chiama chiami chiamare paghi pagare mandi mandare porti portare inviti "
    "invitare pulisci pulire vendi vendere affitta affittare firmare "
    # Dutch
    "koop bestel betaal haal breng stuur verkoop schilder ruim poets veeg "
    # Portuguese
    "alugue alugar ligue ligar pague envie traga trazer levar limpe limpar convide convidar venda assine assinar pinte "
    # Malay
    "beli bayar tempah lawat hubungi telefon hantar ambil bawa pandu naik jemput cuci masak pasang angkat kemas "
    "bersihkan pergi jual derma buang tanam gali potong bakar siram tandatangani tandatangan kumpul gantung letak "
    "buka tutup sapu baiki jumpa "
    # Polish
    "kup kupić zadzwoń zadzwonić zamów zamówić zapłać zapłacić odbierz odebrać umów umówić wynieś wynieść przywieź "
    "przynieś zanieś wynajmij wynająć wyślij wysłać umyj umyć posprzątaj posprzątać jedź pojedź idź weź wziąć odwiedź "
    "odwiedzić spotkaj podpisz podpisać zbierz zebrać zrób zaproś zaprosić sprzedaj sprzedać oddaj oddać wyrzuć "
    "pożycz upiecz upiec ugotuj zainstaluj podłącz podłączyć odłącz zdejmij powieś postaw połóż otwórz zamknij napraw "
    "wywieź wymień zmierz skuj wykop zasadź zasiej podlej przytnij"
)
# Nouns or adjectives as well.
_DOUBLE: Final = word_set(
    "book order call visit travel drive move pack cook clean host test paint watch lead ship plant return check "
    "practise practice study plan stay play cut set start finish record store post show run cover mark light heat "
    "shop sort tour taste train film photograph help exchange hike camp pick copy bake wash meet sign register water "
    "drill dig rake prune fry boil grill fly swim ride climb walk sleep dance read plug switch turn fill empty lock "
    "feed load tidy wipe vacuum iron fold glue screw nail saw spray wrap tape stick mail hug stand repair fix build "
    "lay hand drop open close shut mount lift push pull interview secure contact phone email ring rent "
    "stelle frage lade grille höre sieh prüfe übe stecke starte compra alquilo cocina reserva visita monta pinta lava "
    "firma porta range loue boek bel huur maak sewa kunci pesan cat lap"
)
# German and Dutch put the verb last: "Hotel buchen".
_LAST: Final = word_set(
    "kaufen buchen bestellen bezahlen zahlen holen abholen bringen tragen mieten anrufen verteilen einladen aufstellen "
    "aufhängen grillen backen kochen putzen fegen wischen waschen packen einpacken fahren besuchen treffen anmelden "
    "unterschreiben schicken senden verkaufen verschenken entsorgen reparieren bauen aufbauen bohren streichen "
    "montieren installieren verlegen leihen ausleihen reservieren sammeln pflanzen gießen schneiden beantragen "
    "kopen boeken bestellen betalen huren halen brengen sturen verkopen schilderen bellen uitnodigen"
)
# What stands behind a verb, seldom behind a noun at the beginning of a title.
_FOLLOWS_A_VERB: Final = word_set(
    "a an the all each every some any your our my his her their its this that these those it them us me him one two "
    "three four five six seven eight nine ten twelve both several many more enough up down out off away back over in "
    "on at to through along around everything everybody everyone somebody with "
    "der die das den dem ein eine einen einem alle mit nach ab an zu zum zur im bei deine meine unsere eure "
    "la el los las un una unos unas a al todo todos todas tu su mi nuestra con en "
    "le les l une des tous toutes vos nos mon ma "
    "sebuah seorang semua setiap ke di kepada bersama wszystkie wszystko z do na"
)
# Parts of German and Dutch verbs that stand at the end: "Stelle Tische auf".
_PARTICLES: Final = word_set("auf ab an weg ein aus vor zu mit um op af aan uit weg")
_JOINS: Final = word_set("and or for und oder für et ou y o e dan atau untuk i lub zum zur")
# Endings of verbs that are told to somebody, in languages in which hardly any other word ends so.
_ENDINGS: Final = {
    "pl": re.compile(r"\w{3,}(?:uj|ujcie|ować|ywać|ajcie)"),
    "fr": re.compile(r"\w{4,}ez(?<!assez)"),
}
_WORD: Final = re.compile(r"[^\W\d_]+|\d+|[^\w\s]")
_CLAUSES: Final = re.compile(
    r",\s*|\s+(?:and|then|und|dann|y|et|puis|e|poi|en|dan|lalu|i|oraz|potem)\s+", re.IGNORECASE
)


def is_deed(line: str, language: str = "") -> bool:
    """Whether the line ("title: detail", or a title) tells somebody to do something in the world.

    ``language`` (ISO 639-1) adds what only holds in that language.
    """
    title, colon, _ = line.partition(":")
    if _is_order(title, language, has_detail=bool(colon)):
        return True
    if ":" in line or names_a_form(line):
        return False
    # "Rubbish and paint go to the tip": not told to anybody. But two clauses of three that are: still a deed.
    clauses = _CLAUSES.split(line)
    return len(clauses) > 1 and 2 * sum(_is_order(clause, language, has_detail=False) for clause in clauses) > len(
        clauses
    )


def _is_order(text: str, language: str, *, has_detail: bool) -> bool:
    found = _WORD.findall(text.lower())
    if len(found) < 2 or found[1] in ("-", "of"):
        return False
    first, follows = found[0], found[1]
    if text.split()[-1].strip(".!") in _LAST and not names_a_form(text):
        return True
    shows_a_verb = follows.isdigit() or follows in _FOLLOWS_A_VERB or (len(found) > 2 and found[-1] in _PARTICLES)
    # "Book flights" alone is a deed, "Travel times: bus, train" is not, and neither is a "Call list".
    may_be_a_title = has_detail or follows in _JOINS or names_a_form(" ".join(found[:3]))
    if first in _DOUBLE:
        return shows_a_verb or not may_be_a_title
    ending = _ENDINGS.get(language)
    is_verb = first in _PLAIN or (ending is not None and ending.fullmatch(first) is not None)
    return is_verb and (shows_a_verb or not names_a_form(" ".join(found[:3])))
