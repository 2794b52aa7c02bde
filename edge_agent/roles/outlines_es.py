"""Spanish outlines: the parts of plans by kind of goal and angle. ``outline_words`` says how they are read."""

from __future__ import annotations

from typing import Final

OUTLINES: Final = """
trip activity
Ruta y trayectos | list | paradas en orden, trenes o carreteras entre ellas, tramo más largo | travel place
Alojamiento | list | barrio, tipo de habitación, noches en cada lugar | sleep place
Lugares de interés | list | ? casco antiguo, mirador, museo para días de lluvia | look
Comida | list | ? platos de la región, mercados, una cena especial | food
Horario | schedule | paseo por la mañana, lugar principal, comida larga, noche tranquila | time children
Presupuesto | budget | trayectos, habitaciones, comida, entradas, reserva | money
Lista de equipaje | checklist | documentos, ropa, zapatos, medicinas, cargadores | pack weather
trip phase
Tres meses antes | checklist | fechas, trayectos, habitaciones para reservar, documentos | sleep pay
La semana antes | checklist | maletas, efectivo, llaves para el vecino, tiempo | pack
@Llegada | schedule | camino al alojamiento, primer paseo, cena cercana | travel
@Mitad del viaje | schedule | lugares principales, excursión, mercado, noche tranquila | look food children place
@Final del viaje | schedule | lugar favorito, regalos, maletas hechas, regreso | weather
Presupuesto | budget | trayectos, habitaciones, comida, entradas, reserva | money
trip place
= | schedule | ? casco antiguo, mirador, galería, cafés | look place
Comida | list | ? platos de la región, desayuno, merienda, una cena especial | food
Alojamiento y trayectos | table | noches en cada ciudad, alojamiento en cada ciudad, trenes entre ellas | sleep travel
Presupuesto | budget | trayectos, habitaciones, comida, entradas, reserva | money
Lista de equipaje | checklist | documentos, ropa, zapatos, medicinas, cargadores | pack weather children
stay activity
Alojamiento | list | barrio, tipo de alojamiento, camas, precio por noche | sleep place
Llegada y transporte | list | viaje de ida, camino al alojamiento, autobuses o coche, viaje de vuelta | travel
Lugares de interés | list | ? casco antiguo, mirador, museo para días de lluvia | look
Comida | list | ? platos de la región, desayuno, una cena especial | food
Horario | schedule | paseo por la mañana, lugar principal, comida larga, noche tranquila | time children
Presupuesto | budget | trayectos, alojamiento, comida, entradas, reserva | money
Lista de equipaje | checklist | documentos, ropa, zapatos, medicinas, cargadores | pack weather
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
Comida | list | ? platos de la región, desayuno, una cena especial | food
Presupuesto | budget | trayectos, alojamiento, comida, entradas, reserva | money
Lista de equipaje | checklist | documentos, ropa, zapatos, medicinas, cargadores | pack weather children
tour activity
Etapas | schedule | salida por la mañana, descanso a mediodía, lugar para la noche | travel time look
Lugares para la noche | list | refugio o tienda, camas, cena en el lugar, precio por noche | sleep place
Comida y agua | list | ? desayuno, provisiones del día, cena, agua | food
Equipo | checklist | botas, ropa de lluvia, mapa, botiquín, linterna | pack weather
Seguridad | list | tiempo para esperar, atajo o salida, número de emergencias | risk children
Presupuesto | budget | trayectos, camas, comidas, equipo, reserva | money
tour phase
La semana antes | checklist | lugares para la noche, mapa y ruta, pronóstico del tiempo, equipo que falta | sleep pay
El día antes | checklist | mochilas, provisiones, teléfonos cargados, ruta para un amigo | pack
@Primeras etapas | schedule | viaje al inicio, primer tramo fácil, lugar para la noche | travel
@Etapas centrales | schedule | tramo más duro, descanso a mediodía, cena en el refugio | look food children place
@Últimas etapas | schedule | último tramo, camino a la estación, viaje de vuelta | weather
Presupuesto | budget | trayectos, camas, comidas, equipo, reserva | money
tour place
@Primeras etapas | schedule | viaje al inicio, primer tramo fácil, lugar para la noche | travel
@Etapas centrales | schedule | tramo más duro, descanso a mediodía, cena en el refugio | look place
@Últimas etapas | schedule | último tramo, camino a la estación, viaje de vuelta | travel
Lugares para la noche | list | refugio o tienda, camas, cena en el lugar, precio por noche | sleep
Comida y agua | list | ? desayuno, provisiones del día, cena, agua | food
Equipo | checklist | botas, ropa de lluvia, mapa, botiquín, linterna | pack weather children
Presupuesto | budget | trayectos, camas, comidas, equipo, reserva | money
celebration activity
Invitados e invitación | letter | quién viene, día y lugar, respuesta hasta cuándo | people
Menú y bebidas | list | ? entrante, plato principal, postre, tarta, bebidas | food
Horario de la fiesta | schedule | bienvenida, comida, palabras, música, despedida | time
Música y juegos | list | canciones para empezar, canciones de baile, juego para todos | music children look
Mesas y decoración | list | mesas, asientos, flores, luces | decor place
Presupuesto | budget | comida, bebidas, alquiler, decoración, reserva | money
Ayudantes | checklist | cocina, bebidas, niños, recogida | clean weather
celebration phase
Dos meses antes | checklist | lista de invitados, invitación, lugar, música | people time
La semana antes | checklist | compras, bebidas, mesas y sillas, ayudantes | food pack
Mañana | schedule | mesas, decoración, platos fríos, prueba de sonido | decor place
Tarde | schedule | bienvenida, café y tarta, juegos, fotos | children look
Noche | schedule | cena, palabras, música, último baile | music
Presupuesto | budget | comida, bebidas, alquiler, decoración, reserva | money
El día después | checklist | recogida, cosas prestadas, agradecimientos | clean weather
celebration place
Cocina y bufé | list | ? platos, vajilla, turnos del horno, bebidas | food
Mesas y asientos | table | quién se sienta dónde, manteles, flores | people decor place
Escenario y pista de baile | list | música, palabras, luces, juegos | music look
Rincón para niños | list | juegos, dibujo, lugar tranquilo | children
Horario de la fiesta | schedule | bienvenida, comida, despedida, quién abre la puerta | time weather
Presupuesto y recogida | budget | comida, bebidas, alquiler, decoración, reserva | money clean
event activity
Participantes e invitación | letter | a quién se invita, cómo inscribirse, respuesta hasta cuándo | people
Horario del día | schedule | apertura, parte principal, pausa, cierre | time look music
Sala y equipo | checklist | asientos, técnica, carteles, material | place pack buy decor
Tareas y ayudantes | table | quién dirige, quién recibe, quién toma nota | children clean risk
Comida y bebida | list | ? café, algo de picar, agua | food
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
Primeros pasos | list | bases, lo más frecuente primero, primer éxito | learn
Ejercicios | list | ejercicio fácil, ejercicio difícil, ejercicio mixto | learn
Material | comparison | libro, curso gratuito, grabaciones | pack buy money
Práctica con otros | list | compañero, grupo, pequeña actuación | people
Pruebas | checklist | prueba mensual, lo que debe salir bien, lo que se repite | risk
learning phase
@Primeros pasos | schedule | bases, primeras palabras o movimientos, costumbre diaria | learn
@Fundamentos | schedule | reglas, ejercicios más largos, primeros errores corregidos | learn
@Práctica | schedule | tareas reales, conversación o interpretación, rapidez | people
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
Equipo | checklist | zapatillas, ropa, reloj, agua | pack buy money
Salud y descanso | list | sueño, dolores que piden una pausa, día libre | risk sleep
El día señalado | schedule | desayuno, camino, calentamiento, ritmo | travel weather
training phase
@Adaptación | schedule | sesiones suaves, pausas andando, estiramientos | learn
@Progreso | schedule | sesiones más largas, cuestas, fuerza | learn
@Semanas más duras | schedule | sesión más larga, ritmo previsto, descanso | food
@Últimas semanas | schedule | sesiones más cortas, sueño, prueba del equipo | sleep
El día señalado | schedule | desayuno, camino, calentamiento, ritmo | travel weather
Equipo | checklist | zapatillas, ropa, reloj, agua | pack buy money
technical activity
Inventario | table | aparatos, servicios, datos, cuentas | look
Horario | schedule | preparación, copia, cambio, comprobación | time
Copia y vuelta atrás | checklist | copia completa, restauración de prueba, cuándo se vuelve atrás | risk
Ajustes | list | red, nombres, usuarios, permisos | place
Lista de pruebas | checklist | cada servicio, acceso desde fuera, reinicio | people
Compras y costes | budget | aparatos, cables, discos, reserva | money buy
Guía para la casa | text | dónde está cada cosa, qué hacer si falla, a quién preguntar | children
technical phase
@Inventario y copia | checklist | aparatos, servicios, copia completa, restauración de prueba | risk
@Preparación | checklist | aparato nuevo, actualizaciones, red, cuentas | buy
@Día del cambio | schedule | última copia, un servicio tras otro, nombres cambiados | time
@Pruebas y limpieza | checklist | cada servicio, acceso desde fuera, aparato viejo apagado | clean
Vuelta atrás | list | cuándo se vuelve atrás, qué se deshace primero, a quién se avisa | people
Compras y costes | budget | aparatos, cables, discos, reserva | money
technical place
Aparatos viejos | list | qué funciona allí, qué se salva, cuándo se apagan | look
Aparatos nuevos | list | qué funciona allí, ajustes, lugar y corriente | buy place
Red y acceso | list | direcciones, red inalámbrica, acceso desde fuera | travel
Datos y copias | table | qué está dónde, tamaño, segunda copia | risk
Horario y personas | schedule | copia, cambio, guía corta, a quién se avisa | time people children
Costes | budget | aparatos, cables, discos, reserva | money
moving activity
Horario | schedule | aviso, embalaje, día de la mudanza, entrega | time
Lista de embalaje por cuartos | checklist | cocina, dormitorios, libros, trastero | pack
Camión y ayudantes | list | tamaño del camión, quién carga, comida para todos | people travel food
Direcciones y contratos | checklist | correo, banco, luz, internet, padrón | risk
Muebles | table | lo que viene, lo que se regala, dónde irá | place clean
Presupuesto | budget | camión, cajas, fianza, arreglos, reserva | money
moving phase
@Selección y avisos | checklist | contratos, cosas para regalar, camión | risk pay
@Embalaje por cuartos | checklist | cajas, etiquetas, lo que va al final | pack
@Día de la mudanza | schedule | desayuno para todos, carga, viaje, descarga | people travel food
@Instalación | checklist | primero las camas, padrón, arreglos en el piso viejo | clean place
Direcciones y contratos | checklist | correo, banco, luz, internet | time
Presupuesto | budget | camión, cajas, fianza, arreglos, reserva | money
moving place
Cocina y trastero | checklist | vajilla, provisiones por gastar, herramientas, bicicletas | food clean
Salón y dormitorios | checklist | muebles, libros, ropa, camas | pack sleep
Día de la mudanza | schedule | desayuno para todos, carga, viaje, descarga | time people
Piso viejo | checklist | arreglos, contadores, entrega de llaves | risk
Piso nuevo | checklist | sitio de los muebles, lámparas, nombre en la puerta | place people
Viaje y costes | budget | camión, gasolina, cajas, reserva | money travel
tidying activity
Lo que se queda | list | lo de cada mes, lo de temporada, recuerdos | look
Lo que se va | table | venta, regalo, reciclaje, basura | clean
Dónde va cada cosa | list | estantes, ganchos, cajas con etiqueta, suelo libre | place
Horario | schedule | vaciar, separar, barrer, colocar | time
Herramientas y material | checklist | cajas, etiquetas, guantes, bolsas | pack buy
Ayudantes y costes | budget | comida para todos, estantes, ganchos, retirada | money people
tidying phase
Antes | checklist | cajas, etiquetas, lugar para separar, ayudantes | pack people
@Vaciado y selección | schedule | todo fuera, guardar, regalar, basura | clean
@Colocación | schedule | barrido, estantes, cajas con etiqueta, suelo libre | place
Después | checklist | retirada, cosas en venta, regla para lo nuevo | time
Herramientas y costes | budget | cajas, estantes, ganchos, retirada | money buy
tidying place
Suelo y rincones | list | cosas grandes, lo que estorba, barrido | clean
Estantes y armarios | list | lo que se queda, cajas, etiquetas | look
Paredes y techo | list | ganchos, escaleras, lo poco usado | place
Cajas sin nombre | list | contenido, guardar o regalar, etiqueta | pack
Horario | schedule | vaciar, separar, barrer, colocar | time
Herramientas y costes | budget | cajas, estantes, ganchos, retirada | money buy
building activity
Cómo será | list | medidas, distribución, materiales, colores | look
Materiales y herramientas | checklist | material principal, piezas pequeñas, herramientas, protección | pack buy
Calendario | schedule | preparación, obra gruesa, acabados, comprobación | time
Quién hace qué | table | trabajo propio, ayudantes, profesionales | people children
Presupuesto | budget | materiales, herramientas, profesionales, reserva | money
Riesgos | list | retrasos, polvo y ruido, qué se hace mientras tanto | risk clean
building phase
@Dibujo y compras | checklist | medidas, dibujo, materiales, fechas | look buy
@Preparación y obra gruesa | schedule | lo viejo fuera, base, cables o tubos | clean
@Obra principal | schedule | montaje, uniones, superficies | people children
@Acabados | checklist | detalles, limpieza, prueba, defectos | risk
Materiales y herramientas | checklist | material principal, piezas pequeñas, herramientas | pack
Presupuesto | budget | materiales, herramientas, profesionales, reserva | money
building place
Base y estructura | list | medidas, material, fijación | place
Superficies | list | paredes, suelo, pintura o revestimiento | look
Cables y agua | list | cables, luces, tubos, quién puede tocarlos | risk
Muebles y detalles | list | accesorios, piezas pequeñas, últimos retoques | buy
Horario | schedule | preparación, obra gruesa, acabados, comprobación | time
Presupuesto | budget | materiales, herramientas, profesionales, reserva | money
garden activity
Bancales | table | qué crece dónde, vecinos, sol | place
Plantas | list | ? cosecha temprana, de verano, de otoño | look food
Calendario | schedule | siembra, plantación, cuidado, cosecha | time weather
Suelo y agua | list | compost, acolchado, riego semanal | clean
Herramientas y semillas | checklist | pala, rastrillo, semillas, mallas | pack buy
Presupuesto | budget | semillas, plantas, tierra, herramientas | money
garden phase
@Primavera | schedule | suelo, siembra, primeras plantas | look
@Principio del verano | schedule | trasplante, malas hierbas, riego | weather
@Pleno verano | schedule | cosecha, segunda siembra, riego | food
@Otoño | schedule | última cosecha, conservación, protección de invierno | clean
Bancales | table | qué crece dónde, vecinos, sol | place
Herramientas y costes | budget | semillas, plantas, tierra, herramientas | money buy
writing activity
Contenido | table | capítulos en orden, páginas de cada uno, quién aporta qué | place look
Apertura | text | bienvenida, para qué sirve, cómo se usa | people
Estilo | list | tono, extensión, nombres y ortografía, imágenes | children
Recopilación | checklist | textos, imágenes, permisos, respuestas hasta cuándo | buy
Calendario | schedule | recopilación, borrador, corrección, maquetación, impresión | time
Corrección, impresión y costes | budget | segundo lector, número de copias, papel, envío | money risk
writing phase
@Recopilación | checklist | fuentes, textos, imágenes, permisos | people
@Primer borrador | schedule | capítulos en orden, huecos marcados, extensión | place
@Corrección | checklist | segundo lector, datos, ortografía | risk
@Maquetación e impresión | checklist | formato, imágenes, prueba, copias | look
Calendario | schedule | fechas, a quién se recuerda, días de reserva | time
Costes | budget | papel, impresión, encuadernación, envío | money
writing place
Portada y primeras páginas | list | título, imagen, contenido, bienvenida | look
Parte principal | table | temas, páginas de cada uno, quién aporta qué | place
Imágenes y tablas | list | dónde va cada una, origen, pie | buy
Últimas páginas | list | agradecimientos, índice, contacto | people
Calendario | schedule | recopilación, borrador, corrección, maquetación, impresión | time
Impresión y costes | budget | papel, impresión, encuadernación, envío | money
business activity
Oferta y precios | table | ? qué se vende, precio, tiempo necesario | look food
Clientes | list | quiénes son, cómo se enteran, primera oferta | people
Permisos y seguros | checklist | registro, impuestos, seguro, preguntas para la gestoría | risk
Local y equipo | checklist | distribución, máquinas, lo que puede esperar | place buy
Costes e ingresos | budget | alquiler, equipo, material, seguro, reserva | money
Calendario | schedule | permisos, instalación, día de prueba, apertura | time weather
business phase
@Idea y cifras | list | oferta, precios, costes, ventas necesarias | money
@Permisos y local | checklist | registro, seguro, contrato, preguntas para la gestoría | risk
@Instalación y publicidad | checklist | equipo, rótulo, primeros clientes | buy people
@Apertura y primeras semanas | schedule | día de prueba, apertura, lo que se cambia | time weather
Costes e ingresos | budget | alquiler, equipo, material, seguro, reserva | money
Oferta y precios | table | ? qué se vende, precio, tiempo necesario | look food
business place
Tienda o taller | list | distribución, máquinas, almacén, seguridad | place
Mostrador y escaparate | list | lista de precios, rótulo, horario | look food
Administración y banco | checklist | registro, impuestos, seguro, cuenta | risk
Clientes y proveedores | list | quiénes son, primer contacto, condiciones | people
Primer año por meses | schedule | apertura, meses fuertes, meses flojos | time weather
Costes e ingresos | budget | alquiler, equipo, material, seguro, reserva | money
other activity
Situación de partida | list | lo que hay, lo que falta, cifras | look place
Calendario | schedule | comienzo, trabajo principal, control, cierre | time
Quién hace qué | table | parte propia, ayudantes, a quién se pregunta | people children
Materiales y herramientas | checklist | lo que hay, lo que se compra, lo que se pide prestado | pack buy food
Costes | budget | material, servicios, reserva | money
Riesgos y salidas | list | qué puede fallar, cómo se nota, qué se hace entonces | risk weather
other phase
@Comienzo | checklist | situación de partida, cifras, primeras decisiones | look people
@Primera parte | schedule | pasos más fáciles, resultados tempranos, quién hace qué | place
@Parte principal | schedule | pasos más grandes, control a mitad de camino, ayudantes | buy
@Última parte | schedule | lo que queda, control final, regla para después | risk
Materiales y herramientas | checklist | lo que hay, lo que se compra, lo que se pide prestado | pack food
Costes | budget | material, servicios, reserva | money
other place
Personas | table | quién participa, tareas, a quién se avisa | people children
Lugares | list | dónde ocurre, qué debe estar listo, camino | place look
Cosas | checklist | lo que hay, lo que se compra, lo que se pide prestado | pack buy food
Fechas | schedule | comienzo, mitad, final, días de reserva | time weather
Dinero | budget | material, servicios, reserva | money
Dudas | list | preguntas abiertas, qué puede fallar, quién lo sabe | risk
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
