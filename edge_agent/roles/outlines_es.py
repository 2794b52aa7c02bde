"""Spanish outlines: the parts of plans by kind of goal and angle. ``outline_words`` says how they are read."""

from __future__ import annotations

from typing import Final

OUTLINES: Final = """
trip activity
Ruta y trayectos | list | ciudades en orden, transporte entre ellas, viaje más largo | travel place
Alojamiento | list | barrio en cada ciudad, tipo de habitación, noches en cada ciudad… | sleep place
Lugares de interés | list | ? casco antiguo, mirador, museo para días de lluvia | look
Comida | list | platos de la región, mercados, una cena especial | food
Horario | schedule | paseo por la mañana, lugar principal, comida larga, noche tranquila | time children
Presupuesto | budget | trayectos, habitaciones, comida, entradas, reserva | money
Lista de equipaje | checklist! | documentos, billetes, dinero, ropa, medicinas, cargadores | pack weather
trip phase
Tres meses antes | checklist | fechas del viaje, billetes, habitaciones, pasaportes y visados | sleep pay
La semana antes | checklist | efectivo y tarjetas, pronóstico del tiempo, llaves para el vecino, maletas hechas | pack
@Llegada | schedule | camino al alojamiento, primer paseo, cena cercana | travel
@Mitad del viaje | schedule | lugares principales, excursión, mercado, noche tranquila | look food children place
@Final del viaje | schedule | última visita, regalos, maletas hechas, regreso | weather
Presupuesto | budget | trayectos, habitaciones, comida, entradas, reserva | money
trip place
= | schedule | ? casco antiguo, mirador, galería, cafés | look place
Comida | list | platos de la región, desayuno, merienda, una cena especial | food
Alojamiento y trayectos | list | noches en cada ciudad…, alojamiento en cada ciudad, trenes entre ellas | sleep travel
Presupuesto | budget | trayectos, habitaciones, comida, entradas, reserva | money
Lista de equipaje | checklist! | documentos, billetes, dinero, ropa, medicinas, cargadores | pack weather children
stay activity
Alojamiento | list | barrio, tipo de alojamiento, camas, precio por noche… | sleep place
Llegada y transporte | list | viaje de ida, camino al alojamiento, autobuses o coche, viaje de vuelta | travel
Lugares de interés | list | ? casco antiguo, mirador, museo para días de lluvia | look
Comida | list | platos de la región, desayuno, una cena especial | food
Horario | schedule | paseo por la mañana, lugar principal, comida larga, noche tranquila | time children
Presupuesto | budget | trayectos, alojamiento, comida, entradas, reserva | money
Lista de equipaje | checklist! | documentos, billetes, dinero, ropa, medicinas, cargadores | pack weather
stay phase
La semana antes | checklist | billetes del viaje, alojamiento, efectivo y tarjetas, pronóstico del tiempo | sleep pay
El día antes | checklist | maletas, documentos, llaves para el vecino, comida para el viaje | pack travel
@Llegada | schedule | camino al alojamiento, primer paseo, cena cercana | look
@Mitad del viaje | schedule | lugares principales, mercado, barco o excursión, noche tranquila | food children place
@Final del viaje | schedule | desayuno largo, regalos, último paseo, regreso | weather
Presupuesto | budget | trayectos, alojamiento, comida, entradas, reserva | money
stay place
@Llegada | schedule | camino al alojamiento, primer paseo, cena cercana | look
@Mitad del viaje | schedule | lugares principales, mercado, barco o excursión, noche tranquila | look
@Final del viaje | schedule | desayuno largo, regalos, último paseo, regreso | look
Alojamiento y transporte | list | barrio, tipo de alojamiento, transporte local | sleep travel place
Comida | list | platos de la región, desayuno, una cena especial | food
Presupuesto | budget | trayectos, alojamiento, comida, entradas, reserva | money
Lista de equipaje | checklist! | documentos, billetes, dinero, ropa, medicinas, cargadores | pack weather children
tour activity
Etapas | schedule | salida por la mañana, descanso a mediodía, lugar para la noche | travel time look
Lugares para la noche | list | refugio o tienda, camas, cena en el lugar, precio por noche… | sleep place
Comida y agua | list | desayuno, provisiones del día, cena, agua | food
Equipo | checklist! | botas, ropa de lluvia, mapa, botiquín, linterna | pack weather
Seguridad | list | tiempo para esperar, atajo o salida, número de emergencias | risk children
Presupuesto | budget | trayectos, camas, comidas, equipo, reserva | money
tour phase
La semana antes | checklist | lugares para la noche, mapa y ruta, pronóstico del tiempo, equipo que falta | sleep pay
El día antes | checklist | mochilas, provisiones, teléfonos cargados, ruta para un amigo | pack
@Salida | schedule | viaje al inicio, tramo fácil, primer refugio o tienda | travel
@Etapas centrales | schedule | tramo más duro, descanso a mediodía, mirador o baño | look food children place
@Vuelta a casa | schedule | tramo corto, estación, viaje de vuelta | weather
Presupuesto | budget | trayectos, camas, comidas, equipo, reserva | money
tour place
@Salida | schedule | viaje al inicio, tramo fácil, primer refugio o tienda | travel
@Etapas centrales | schedule | tramo más duro, descanso a mediodía, mirador o baño | look place
@Vuelta a casa | schedule | tramo corto, estación, viaje de vuelta | travel
Lugares para la noche | list | refugio o tienda, camas, cena en el lugar, precio por noche… | sleep
Comida y agua | list | desayuno, provisiones del día, cena, agua | food
Equipo | checklist! | botas, ropa de lluvia, mapa, botiquín, linterna | pack weather children
Presupuesto | budget | trayectos, camas, comidas, equipo, reserva | money
celebration activity
Invitados e invitación | list | nombres de invitados…, fecha y lugar…, respuesta hasta…, texto de invitación | people
Menú y bebidas | list | entrante, plato principal, postre, tarta, bebidas | food
Horario de la fiesta | schedule | bienvenida, comida, discurso, música, despedida | time
Música y juegos | list | música de bienvenida, música de baile, juego para todos | music children look
Mesas y decoración | list | mesas y sillas, flores, luces, carpa o sala si llueve | decor place
Presupuesto | budget | comida, bebidas, alquiler, decoración, reserva | money
Ayudantes | checklist | cocina…, bebidas…, juegos para niños…, recogida… | clean weather
celebration phase
Dos meses antes | checklist | lista de invitados, invitación, lugar, música | people time
La semana antes | checklist | compras, bebidas, mesas y sillas, ayudantes | food pack
Mañana | schedule | mesas, decoración, platos fríos, prueba de sonido | decor place
Tarde | schedule | bienvenida, café y tarta, juegos, fotos | children look
Noche | schedule | cena, discurso, música, último baile | music
Presupuesto | budget | comida, bebidas, alquiler, decoración, reserva | money
El día después | checklist | recogida, cosas prestadas, agradecimientos | clean weather
celebration place
Cocina y bufé | list | platos calientes, platos fríos, postre, bebidas | food
Mesas y adornos | list | mesas y sillas, manteles, flores, luces | people decor place
Música y baile | list | música de la comida, música de baile, discurso, juego para todos | music look
Rincón para niños | list | juego al aire libre, juego en casa, comida para niños | children
Horario de la fiesta | schedule | bienvenida, comida, baile, despedida | time weather
Presupuesto y recogida | budget | comida, bebidas, alquiler, decoración, reserva | money clean
event activity
Participantes e invitación | list | personas invitadas…, inscripción, respuesta hasta…, texto de invitación | people
~Horario del día | schedule | apertura, parte principal, pausa, cierre | time look music
Sala y equipo | checklist | sillas y mesas, proyector o altavoces, carteles | place pack buy decor
Tareas y ayudantes | list | dirección…, recepción…, montaje…, acta… | children clean risk
Comida y bebida | list | café y té, algo de picar, bebidas frías | food
Presupuesto | budget | alquiler, comida, material, premios, reserva | money
event phase
Dos meses antes | checklist | fecha, sala, invitación, ponentes o premios | people time
La semana antes | checklist | lista de participantes, material, ayudantes | pack buy
Mañana | schedule | montaje, carteles, recepción, apertura | place decor
Tarde | schedule | parte principal, pausa, cierre | look food music
El día después | checklist | recogida, agradecimientos, acta | clean risk
Presupuesto | budget | alquiler, comida, material, reserva | money
learning activity
Horario | schedule | lección corta diaria, repaso semanal, día libre | time
Primeros pasos | list | primera lección, palabras o movimientos más útiles, primera meta | learn
Ejercicios | list | ejercicio de calentamiento, ejercicio principal, ejercicio del punto débil | learn
Material | comparison | libro, curso gratuito, grabaciones | pack buy money
Práctica con otros | list | compañero o profesor, grupo o club, pequeña actuación | people
Pruebas | checklist | prueba de la primera semana, prueba mensual, nota que alcanzar | risk
learning phase
@Primeros pasos | schedule | bases, primeras palabras o movimientos, costumbre diaria | learn
@Fundamentos | schedule | reglas, ejercicios más largos, corrección de errores | learn
@Práctica | schedule | textos o piezas reales, conversación o dúo, rapidez | people
@Prueba final | schedule | repaso, ensayo, pequeña actuación | time
Material | comparison | libro, curso gratuito, grabaciones | pack buy money
Horario semanal | schedule | lección corta diaria, día de repaso, día libre | time risk
learning place
En la mesa de estudio | list | libro, ejercicios escritos, apuntes | learn
Por el camino | list | grabaciones, tarjetas, repaso mental | travel
Con otros | list | compañero, grupo, preguntas | people
El fin de semana | list | pieza más larga, película o concierto, prueba de la semana | look
Horario | schedule | lección corta diaria, repaso semanal, día libre | time
Material | comparison | libro, curso gratuito, grabaciones | pack buy money
training activity
Horario semanal | schedule | sesión suave, sesión dura, sesión larga, descanso | time
Ejercicios | list | calentamiento, resistencia, fuerza, estiramientos | learn
Comida y bebida | list | antes de entrenar, después, en la sesión larga | food
Equipo | checklist! | zapatillas, ropa, reloj, agua | pack buy money
Salud y descanso | list | horas de sueño, dolores que piden una pausa, día libre | risk sleep
~El día señalado | schedule | desayuno, camino, calentamiento, ritmo | travel weather
training phase
@Adaptación | schedule | sesiones suaves, pausas andando, estiramientos | learn
@Progreso | schedule | sesiones más largas, cuestas, fuerza | learn
@Semanas más duras | schedule | sesión más larga, ritmo previsto, descanso | food
@Últimas semanas | schedule | sesiones más cortas, sueño, prueba del equipo | sleep
~El día señalado | schedule | desayuno, camino, calentamiento, ritmo | travel weather
Equipo | checklist! | zapatillas, ropa, reloj, agua | pack buy money
technical activity
Inventario | table | servicio…, aparato…, lugar de los datos…, cuenta… | look
Horario | schedule | preparación, copia, cambio, comprobación | time
Copia y vuelta atrás | checklist | disco para la copia, programa, archivo de prueba, hora límite para volver… | risk
Ajustes | list | direcciones de red, nombres de aparatos, cuentas de usuario…, lugar de las contraseñas… | place
Lista de pruebas | checklist | reinicio tras un apagón, acceso desde fuera, velocidad, archivo recuperado | people
Compras y costes | budget | aparatos, cables, discos, reserva | money buy
Guía para la casa | list | sitio de los aparatos…, primera ayuda si falla, persona a quien preguntar… | children
technical phase
@Inventario y copia | checklist | aparatos…, servicios…, disco para la copia, archivo de prueba | risk
@Preparación | checklist | aparato nuevo, actualizaciones, dirección de red, cuentas de usuario | buy
@Día del cambio | schedule | última copia, primer servicio, demás servicios, direcciones nuevas | time
@Pruebas y limpieza | checklist | reinicio tras un apagón, acceso desde fuera de casa, aparato viejo apagado | clean
Vuelta atrás | list | hora límite para volver…, primer paso atrás, personas que avisar… | people
Compras y costes | budget | aparatos, cables, discos, reserva | money
technical place
Aparatos viejos | list | servicios que llevan…, datos que salvar…, último día de uso | look
Aparatos nuevos | list | modelo, ajustes, lugar en la casa…, corriente | buy place
Red y acceso | list | direcciones, red inalámbrica, acceso desde fuera | travel
Datos y copias | table | carpeta o disco…, tamaño…, segunda copia… | risk
Horario y personas | schedule | copia, cambio, prueba, guía corta | time people children
Costes | budget | aparatos, cables, discos, reserva | money
moving activity
Horario | schedule | aviso, embalaje, día de la mudanza, entrega | time
Lista de embalaje por cuartos | checklist | cocina, dormitorios, libros, trastero | pack
Camión y ayudantes | list | tamaño del camión, número de ayudantes, comida para todos | people travel food
Direcciones y contratos | checklist | correo, banco, luz, internet, padrón | risk
Muebles y sus habitaciones nuevas | list | sofá…, armarios…, camas…, mesas y sillas… | place clean
Presupuesto | budget | camión, cajas, fianza, arreglos, reserva | money
moving phase
@Selección y avisos | checklist | contratos, cosas para regalar, camión | risk pay
@Embalaje por cuartos | checklist | cajas, etiquetas, bolsa para la primera noche | pack
@Día de la mudanza | schedule | desayuno para todos, carga, viaje, descarga | people travel food
@Instalación | checklist | primero las camas, padrón, arreglos en el piso viejo | clean place
Direcciones y contratos | checklist | correo, banco, luz, internet | time
Presupuesto | budget | camión, cajas, fianza, arreglos, reserva | money
moving place
Cocina y trastero | checklist | vajilla, provisiones por gastar, herramientas, bicicletas | food clean
Salón y dormitorios | checklist | muebles, libros, ropa, camas | pack sleep
Día de la mudanza | schedule | desayuno para todos, carga, viaje, descarga | time people
Piso viejo | checklist | arreglos, contadores…, entrega de llaves | risk
Piso nuevo | checklist | sitio de los muebles, lámparas, nombre en la puerta | place people
Viaje y costes | budget | camión, gasolina, cajas, reserva | money travel
tidying activity
Lo que se queda | list | lo de cada mes, lo de temporada, recuerdos | look
Lo que se va | table | venta, regalo, reciclaje, basura | clean
Dónde va cada cosa | list | estantes, ganchos, cajas con etiqueta, suelo libre | place
Horario | schedule | vaciar, separar, barrer, colocar | time
Herramientas y material | checklist! | cajas, etiquetas, guantes, bolsas | pack buy
Ayudantes y costes | budget | comida para todos, estantes, ganchos, retirada | money people
tidying phase
Antes | checklist! | cajas, etiquetas, lugar para separar, ayudantes | pack people
@Vaciado y selección | schedule | todo fuera, guardar, regalar, basura | clean
@Colocación | schedule | barrido, estantes, cajas con etiqueta, suelo libre | place
Después | checklist | retirada, cosas en venta, regla para lo nuevo | time
Herramientas y costes | budget | cajas, estantes, ganchos, retirada | money buy
tidying place
Suelo y rincones | list | cosas grandes, bicicletas o máquinas, suelo libre | clean
Estantes y armarios | list | estante de arriba, estante del medio, estante de abajo | look
Paredes y techo | list | ganchos, escaleras, lo poco usado | place
Cajas y cosas pequeñas | list | tornillos y piezas, papeles, cables | pack
Horario | schedule | vaciar, separar, barrer, colocar | time
Herramientas y costes | budget | cajas, estantes, ganchos, retirada | money buy
building activity
Cómo será | list | medidas…, distribución, materiales, colores | look
Materiales y herramientas | checklist | material principal, piezas pequeñas, herramientas, protección | pack buy
Calendario | schedule | preparación, obra gruesa, acabados, comprobación | time
Quién hace qué | list | dibujo…, obra gruesa…, acabados…, limpieza… | people children
Presupuesto | budget | materiales, herramientas, profesionales, reserva | money
Riesgos y qué hacer | list | si la entrega se retrasa, si hay polvo, si aparecen daños ocultos | risk clean
building phase
@Dibujo y compras | checklist | medidas…, dibujo, materiales, fechas | look buy
@Preparación y obra gruesa | schedule | lo viejo fuera, cables o tubos, base | clean
@Obra principal | schedule | montaje, uniones, superficies | people children
@Acabados | checklist | detalles, limpieza, prueba, lista de defectos | risk
Materiales y herramientas | checklist | material principal, piezas pequeñas, herramientas | pack
Presupuesto | budget | materiales, herramientas, profesionales, reserva | money
building place
Base y estructura | list | medidas…, material, fijación | place
Superficies | list | paredes, suelo, pintura o revestimiento | look
Cables y agua | list | cables, luces, tubos | risk
Muebles y detalles | list | accesorios, piezas pequeñas, últimos retoques | buy
Horario | schedule | preparación, obra gruesa, acabados, comprobación | time
Presupuesto | budget | materiales, herramientas, profesionales, reserva | money
garden activity
Bancales | table | plantas, plantas que se llevan bien, sol | place
Plantas | list | ? cosecha temprana, de verano, de otoño | look food
Calendario | schedule | siembra, plantación, cuidado, cosecha | time weather
Suelo y agua | list | compost, acolchado, riego semanal | clean
Herramientas y semillas | checklist! | pala, rastrillo, semillas, mallas | pack buy
Presupuesto | budget | semillas, plantas, tierra, herramientas | money
garden phase
@Primavera | schedule | suelo, siembra, primeras plantas | look
@Principio del verano | schedule | trasplante, malas hierbas, riego | weather
@Pleno verano | schedule | cosecha, segunda siembra, riego | food
@Otoño | schedule | última cosecha, conservación, protección de invierno | clean
Bancales | table | plantas, plantas que se llevan bien, sol | place
Herramientas y costes | budget | semillas, plantas, tierra, herramientas | money buy
writing activity
Contenido | table | capítulo, páginas…, autor… | place look
Apertura | text | bienvenida, para qué sirve, cómo se usa | people
Estilo | list | tono, extensión, nombres y ortografía, imágenes | children
Recopilación | checklist | textos, imágenes, permisos, último día de entrega | buy
Calendario | schedule | recopilación, borrador, corrección, maquetación, impresión | time
Corrección, impresión y costes | budget | segundo lector, número de copias, papel, envío | money risk
writing phase
@Recopilación | checklist | fuentes, textos, imágenes, permisos | people
@Primer borrador | schedule | primeros capítulos, capítulos centrales, últimos capítulos | place
@Corrección | checklist | segundo lector, datos, ortografía | risk
@Maquetación e impresión | checklist | formato, imágenes, prueba, copias | look
Calendario | schedule | fin de la recopilación, fin del borrador, día de impresión, días de reserva | time
Costes | budget | papel, impresión, encuadernación, envío | money
writing place
Portada y primeras páginas | list | título, imagen, contenido, bienvenida | look
Parte principal | table | tema, páginas…, autor… | place
Imágenes y tablas | list | imagen de portada, imágenes del texto, tablas o mapas | buy
Últimas páginas | list | agradecimientos, índice, contacto | people
Calendario | schedule | recopilación, borrador, corrección, maquetación, impresión | time
Impresión y costes | budget | papel, impresión, encuadernación, envío | money
business activity
Oferta y precios | table | producto o servicio, contenido, precio… | look food
Clientes | list | clientes habituales, forma de llegar a ellos, oferta de apertura | people
Permisos y seguros | checklist | registro, número fiscal, seguro, gestoría | risk
Local y equipo | checklist | plano, máquinas, estantes y mostrador | place buy
Costes e ingresos | budget | alquiler, equipo, material, seguro, reserva | money
Calendario | schedule | permisos, instalación, día de prueba, apertura | time weather
business phase
@Idea y cifras | list | oferta, precio del producto principal…, costes al mes…, ventas necesarias… | money
@Permisos y local | checklist | registro, seguro, contrato, gestoría | risk
@Instalación y publicidad | checklist | equipo, rótulo, primeros clientes | buy people
@Apertura y primeras semanas | schedule | día de prueba, día de apertura, primer balance | time weather
Costes e ingresos | budget | alquiler, equipo, material, seguro, reserva | money
Oferta y precios | table | producto o servicio, contenido, precio… | look food
business place
Tienda o taller | list | distribución, máquinas, almacén, seguridad | place
Mostrador y escaparate | list | lista de precios…, rótulo, horario | look food
Administración y banco | checklist | registro, impuestos, seguro, cuenta | risk
Clientes y proveedores | list | clientes habituales, proveedor principal…, forma de pago | people
Primer año por meses | schedule | apertura, meses fuertes, meses flojos | time weather
Costes e ingresos | budget | alquiler, equipo, material, seguro, reserva | money
other activity
Pasos en orden | list | primer paso, segundo paso, tercer paso, último paso | look place
Calendario | schedule | comienzo, trabajo principal, control, cierre | time
Cuándo está hecho | checklist | resultado visible, cifra que alcanzar…, último control | people children
Lo necesario | checklist | cosas principales, herramientas, información | pack buy food
Costes | budget | material, servicios, reserva | money
Riesgos y qué hacer | list | si falta tiempo, si cuesta más, si falla la ayuda | risk weather
other phase
@Comienzo | checklist | estado actual…, meta, primera decisión | look people
@Primera parte | schedule | paso más fácil, segundo paso, primer control | place
@Parte principal | schedule | paso más grande, ayuda de otros, control a mitad de camino | buy
@Última parte | schedule | último paso, control final, costumbre para después | risk
Lo necesario | checklist | cosas principales, herramientas, información | pack food
Costes | budget | material, servicios, reserva | money
other place
Personas | list | responsable…, ayudantes…, consejero… | people children
Lugares | list | lugar principal, almacén, camino | place look
Cosas | checklist | cosas principales, herramientas, recambios | pack buy food
Fechas | schedule | comienzo, mitad, final, días de reserva | time weather
Dinero | budget | material, servicios, reserva | money
Dudas | list | pregunta abierta, problema más probable, persona que sabe… | risk
"""

TOPICS: Final = """
food | com comida carne pescado vegetarian vegan gluten cocin cena desayuno tarta sopa bebida receta
money | euro dinero coste caro barato precio ahorro pag factura
sleep | dorm habitación cama hotel hostal ronca noche
travel | tren coche autobús vuelo viaje carretera billete estación
people | invitado amigo vecino familia colega gente marido mujer hermano hermana cliente
children | niño niños niña bebé hijo hija escuela
music | música cant coro canción bail banda piano
decor | flor globo decoración mantel silla mesa
time | fecha plazo empez final hasta hora temprano tarde fin minutos
risk | perd romp fallo error peligro miedo seguro impuesto copia alerg
clean | limpi recog barrer barrid basura
look | ver visit museo mercado concierto foto imagen lago playa
place | sala casa jardín piso ciudad calle carpeta local
pack | bolsa mochila prestad caja maleta
buy | compr tienda herramienta aparato equipo
weather | lluvia calor frío invierno verano tiempo
learn | palabra gramática canción ejercicio lección
"""

WISHES: Final = (
    "no nunca nadie nada sin solo sólo debe deben puede pueden quiere quieren queremos gusta gustan gustaría odia "
    "menos más mínimo máximo alérgico vegetariano vegetarianos mejor miedo con ya"
)
PAST: Final = "año pasado|última vez|hace años|antes"
LEADS: Final = "con|sin|para|que"
# Words by which short goals are known to be in this language.
COMMON: Final = (
    "el la los las un una de del y o a para por con en sobre al es este mi sus nuestro que no más se como "
    "planifica organiza aprende aprender escribe viaje semanas semana meses días casa jardín cocina baño boda "
    "fiesta cumpleaños familia amigos invitados mudanza piano huerto limpiar"
)
