"""Spanish outlines of everyday matters: meals, purchases, repairs. ``outline_words`` says how they are read."""

from __future__ import annotations

from typing import Final

OUTLINES: Final = """
cooking activity
Menú | list | ? entrante, plato principal, guarnición, postre | food look
Bebidas y mesa | list | bebidas de la comida, bebidas sin alcohol, puesta de la mesa | people decor
Dietas especiales | list | plato sin carne, plato sin gluten, plato para niños | risk children
Lista de la compra | checklist | verdura y fruta, ingredientes principales, lácteos y huevos, especias | buy pack
~Horario de cocina | schedule | día anterior, dos horas antes, última media hora | time
Costes | budget | ingredientes principales, verdura, dulces, bebidas | money
cooking phase
@Primeros días | schedule | desayuno, comida para llevar, cena fresca | food
@Días centrales | schedule | sopa o guiso, cena rápida, plato frío | people
@Últimos días | schedule | sobras, plato al horno, algo dulce | children
Lista de la compra | checklist | verdura y fruta, ingredientes principales, lácteos y huevos, especias | buy pack
Cocina por adelantado | list | plato para dos días, plato para congelar, salsa de reserva | time
Costes | budget | verdura, ingredientes principales, bebidas, reserva | money
cooking place
Entrante | list | ? sopa, ensalada, pan | look
Plato principal | list | ? asado o guiso, guarnición, salsa | food people
Postre y bebidas | list | ? algo dulce, fruta, café | children
~Horario de cocina | schedule | día anterior, dos horas antes, última media hora | time
Lista de la compra | checklist | verdura y fruta, ingredientes principales, lácteos y huevos, especias | buy pack
Costes | budget | ingredientes principales, verdura, dulces, bebidas | money
buying activity
Necesidades | list | uso principal, tamaño o potencia, cualidades imprescindibles | look people
Candidatos | comparison | ? modelo barato, modelo medio, mejor modelo | buy
Tiendas y vendedores | list | tienda cercana, tienda en línea, vendedor de segunda mano | place travel
Comprobación antes de pagar | checklist | estado, papeles y garantía, prueba, derecho de devolución | risk
Horario | schedule | comparación, prueba, compra, entrega | time
Costes | budget | precio de compra, entrega, accesorios, mantenimiento al año | money
buying phase
@Comparación | list | uso principal, precio máximo…, tres candidatos | look people
@Prueba | checklist | tienda o vendedor, prueba del producto, preguntas al vendedor | place travel
@Día de la compra | checklist | último precio, papeles y garantía, pago, entrega | risk time
Primeras semanas de uso | checklist | instalación, prueba de las funciones, último día de devolución | clean
Candidatos | comparison | ? modelo barato, modelo medio, mejor modelo | buy
Costes | budget | precio de compra, entrega, accesorios, mantenimiento al año | money
data activity
Datos en cada aparato | list | teléfono…, ordenador…, nube…, discos viejos… | look place
Carpetas y nombres | list | carpetas principales, forma de los nombres, carpeta para lo nuevo | children
Borrado | checklist | duplicados, archivos borrosos o viejos, cuentas sin uso | clean
Copias seguras | list | segundo disco, copia fuera de casa, día de la copia | risk
Horario | schedule | recopilación, orden, copia, comprobación | time
Costes | budget | disco, nube, ayuda, reserva | money buy
Guía para la familia | list | lugar de todo…, búsqueda, ayuda en apuros… | people
data phase
@Recopilación | checklist | teléfono, ordenador, tarjetas de memoria, cuentas en línea | look
@Orden | schedule | duplicados, carpetas por años, las mejores | clean place
@Copia | checklist | segundo disco, copia fuera de casa, restauración de prueba | risk
@Comprobación y costumbre | checklist | muestras abiertas, aparato viejo, copia mensual | time
Guía para la familia | list | lugar de todo…, búsqueda, ayuda en apuros… | people children
Costes | budget | disco, nube, ayuda, reserva | money buy
report activity
Mensaje | list | idea principal, razón más fuerte, petición a los oyentes | people
Esquema | table | apertura, primer punto, segundo punto, cierre | place
Cifras e imágenes | list | cifra más importante, gráfico o tabla, imagen | look
Texto de la apertura | text | saludo, pregunta o historia, tema | children
Horario | schedule | recopilación, borrador, ensayo, el día señalado | time
Preguntas y equipo | checklist | preguntas probables, proyector o impresión, copias para todos | risk pack buy
report phase
@Recopilación | checklist | fuentes, cifras, ejemplos, extensión pedida | look
@Borrador | schedule | esquema, apertura, parte principal, cierre | place
@Páginas o diapositivas | checklist | imágenes, gráficos, diseño, ortografía | learn
@Ensayo | schedule | primera prueba, recorte, prueba con un oyente | people time
Preguntas y equipo | checklist | preguntas probables, proyector o impresión, copias para todos | risk pack
Costes | budget | impresión, imágenes, viajes, reserva | money buy
exam activity
Temas | list | temas más importantes, temas flojos…, temas fáciles… | look
Horario semanal | schedule | sesión corta diaria, examen de prueba, día libre | time
Práctica | list | exámenes anteriores, tarjetas, explicación a un amigo | learn people
Material | checklist! | libro de texto, apuntes, lista de fórmulas, bolígrafos | pack
Calma y sueño | list | horas de sueño, pausas, ayuda con los nervios | risk sleep
~Día del examen | schedule | desayuno, camino, preguntas fáciles, último repaso | travel food
Costes | budget | libros, curso o profesor, tasa, reserva | money buy
exam phase
@Visión general | checklist | lista de temas, exámenes anteriores, temas flojos… | look
@Estudio | schedule | temas principales, temas difíciles, tarjetas | learn
@Práctica | schedule | examen con reloj, errores corregidos, repaso | time people
@Últimos días | schedule | repaso corto, bolsa preparada, sueño temprano | sleep pack
~Día del examen | schedule | desayuno, camino, preguntas fáciles, último repaso | travel food
Costes | budget | libros, curso o profesor, tasa, reserva | money buy
job activity
Puesto deseado | list | oficio…, zona…, horario…, sueldo… | place
Fuentes de empleo | list | portales de empleo, empresas cercanas, conocidos, oficina de empleo | people look
Papeles | checklist | currículum, títulos, referencias, foto | pack risk
Carta de presentación | letter | apertura, puntos fuertes, razón para esta empresa | learn
Entrevista | list | puntos fuertes…, preguntas probables, preguntas propias, ropa | travel
Horario | schedule | papeles, solicitudes, entrevistas, decisión | time
job phase
@Papeles | checklist | currículum, carta de presentación, títulos, referencias | pack
@Búsqueda y solicitudes | schedule | portales de empleo, primeras solicitudes, llamadas, más solicitudes | look
@Entrevistas | list | preguntas probables, preguntas propias, ropa, camino | people travel
@Decisión | checklist | contrato, sueldo, aviso en el trabajo viejo, primer día | risk time
Fuentes de empleo | list | portales de empleo, empresas cercanas, conocidos, oficina de empleo | place
Costes | budget | impresión y correo, viajes, curso, reserva | money buy
health activity
Horario semanal | schedule | ejercicio por la mañana, paseo por la tarde, día de descanso | time
Comida | list | ? desayuno, almuerzo, cena, tentempié | food
Ejercicios | list | calentamiento, fuerza, resistencia, estiramientos | learn
Cifras que medir | table | fecha…, peso o dolor…, repeticiones o distancia…, horas de sueño… | look sleep
Obstáculos y ayuda | list | consejo médico, hambre o cansancio, amigo acompañante | risk people
Costes | budget | zapatillas o equipo, curso, comida, reserva | money buy
health phase
@Comienzo | checklist | visita al médico, cifras de hoy…, primera costumbre | look
@Primeras semanas | schedule | ejercicio corto, paseo, desayuno nuevo | learn
@Semanas centrales | schedule | ejercicio más largo, comidas planificadas, día de descanso | time
@Constancia | schedule | costumbre duradera, control semanal, premio | people
Comida | list | ? desayuno, almuerzo, cena, tentempié | food
Obstáculos y ayuda | list | consejo médico, hambre o cansancio, amigo acompañante | risk sleep
Costes | budget | zapatillas o equipo, curso, comida, reserva | money buy
care activity
Horario diario | schedule | primera hora de la mañana, mediodía, tarde, noche | time
Comida y bebida | list | ? desayuno, comida principal, bebidas, premios | food
Salud y seguridad | list | médico o veterinario…, medicinas, peligros en casa | risk
Cosas necesarias | checklist! | cama, cuencos o biberones, cosas de limpieza, juguetes | pack buy sleep
Cuidadores | list | cuidador principal…, sustituto…, número de emergencias… | people children
Costes | budget | comida, equipo, médico o veterinario, reserva | money
care phase
La semana antes | checklist | cuarto y cama, comida de reserva, llaves, instrucciones | pack buy
@Primeros días | schedule | llegada, primer contacto, noche tranquila | people
@Vida diaria | schedule | comidas, paseo o juego, limpieza | food clean
@Últimos días | schedule | comidas de siempre, cuartos limpios, informe a la familia | time children
Salud y seguridad | list | médico o veterinario…, medicinas, peligros en casa | risk
Costes | budget | comida, equipo, médico o veterinario, reserva | money
saving activity
Gastos actuales | table | gasto, importe del año pasado…, importe deseado… | look place
Ahorro rápido | list | cambio sin coste, contrato más barato, costumbre cara | food
Cambios mayores | list | aparato que cambiar, contrato que cancelar, cosa que compartir | buy
Reglas para todos | list | cocina y lavado, noches en casa, compras | people children
Horario | schedule | primera semana, primer mes, control a medio año | time
Costes y ahorro | budget | cambios pequeños, cambios mayores, ayuda, reserva | money
saving phase
@Situación actual | checklist | facturas del año pasado, gasto mayor, cifra que alcanzar… | look
@Ahorro rápido | list | cambio sin coste, contrato más barato, costumbre cara | food
@Cambios mayores | schedule | ofertas, aparato que cambiar, contrato nuevo | buy place
@Control y costumbre | checklist | cifra alcanzada, control mensual, próximo ahorro | time
Reglas para todos | list | cocina y lavado, noches en casa, compras | people children
Costes y ahorro | budget | cambios pequeños, cambios mayores, ayuda, reserva | money
repair activity
Avería | list | lugar de la avería…, causa probable, segunda causa posible | look place
Herramientas y piezas | checklist | herramientas, recambios, junta o pegamento, guantes | pack buy
Pasos en orden | list | corte del suministro, desmontaje, pieza nueva, montaje | learn
Límites y seguridad | list | agua o luz cortada, peligro, momento de llamar a un profesional | risk people children
Horario | schedule | compras, reparación, secado, prueba | time
Prueba y limpieza | checklist | primera prueba, prueba al día siguiente, lugar limpio | clean
Costes | budget | piezas, herramientas, profesional, reserva | money
repair phase
@Búsqueda de la avería | checklist | lugar de la avería…, causa probable, medidas de la pieza… | look
@Herramientas y piezas | checklist | herramientas, recambios, junta o pegamento, guantes | pack buy
@Reparación | schedule | corte del suministro, desmontaje, pieza nueva, montaje | time
@Prueba y limpieza | checklist | primera prueba, prueba al día siguiente, lugar limpio | clean
Límites y seguridad | list | agua o luz cortada, peligro, momento de llamar a un profesional | risk people
Costes | budget | piezas, herramientas, profesional, reserva | money
games activity
Juegos | list | ? juego para empezar, juego principal, juego por equipos, juego tranquilo | look children
Equipos y puntos | list | tamaño de los equipos, puntos, árbitro, premios | people
~Horario | schedule | bienvenida, primer juego, pausa, final | time
Sala y material | checklist | mesas, cartas o dados, bolígrafos y papel, música | place pack buy music
Comida y bebida | list | ? algo de picar, bebidas, cena ligera | food
Presupuesto | budget | juegos, comida, premios, reserva | money
games phase
La semana antes | checklist | invitaciones, juegos, premios | people
El día antes | checklist | mesas, algo de picar, bebidas, material | pack buy place
~Apertura | schedule | bienvenida, equipos, juego para empezar | time
~Juegos principales | schedule | juego más grande, pausa con comida, juego por equipos | food look children
~Cierre | schedule | final, premios, recogida | clean music
Presupuesto | budget | juegos, comida, premios, reserva | money
children activity
Invitación | list | nombres de los niños…, día y hora…, respuesta hasta…, texto de invitación | people
Juegos | list | juego para empezar, juego dentro de casa, juego al aire libre, juego tranquilo | children look
Tarde | schedule | bienvenida, búsqueda del tesoro, tarta de cumpleaños, despedida | time
Comida y bebida | list | ? tarta, algo de picar, fruta, bebidas | food
Decoración y bolsitas | checklist | globos, mesa puesta, premios, bolsitas de regalo | decor pack buy place
Ayudantes | checklist | cocina…, vigilancia de los juegos…, fotos…, recogida… | clean weather
Presupuesto | budget | comida, bebidas, decoración, premios, reserva | money
children phase
La semana antes | checklist | invitaciones, juegos, premios | people
El día antes | checklist | tarta, decoración, bolsitas de regalo, sala | pack buy decor place
~Comienzo | schedule | bienvenida, juego para empezar | time
~Tarta y juegos | schedule | tarta de cumpleaños, búsqueda del tesoro, juego tranquilo | food children look
~Cierre | schedule | cena, bolsitas de regalo, despedida | clean music
Presupuesto | budget | comida, bebidas, decoración, premios, reserva | money
club activity
Nombre y fin | list | nombre, finalidad, primera actividad | look
Socios | list | primeros socios…, forma de llegar a ellos, texto del anuncio | people children
Reuniones | schedule | primera reunión, tarde semanal, pausa de verano | time
Sala y equipo | checklist | sala, mesas o aparatos, armario | place pack buy
Reglas y cargos | list | presidencia…, tesorería…, llaves… | risk
Costes y cuotas | budget | sala, equipo, comida y bebida, reserva | money food
club phase
@Preparación | checklist | nombre, finalidad, sala, primeros socios | place
@Primeras reuniones | schedule | bienvenida, presentaciones, primera actividad | people
@Vida del club | schedule | tarde semanal, tarde con un invitado, pequeño concurso | time look
@Primer aniversario | schedule | jornada abierta, socios nuevos, balance | children
Reglas y cargos | list | presidencia…, tesorería…, llaves… | risk
Costes y cuotas | budget | sala, equipo, comida y bebida, reserva | money buy food
selling activity
Anuncio | list | título, edad y estado…, precio y recogida…, teléfono… | people
Precio | list | precios de ofertas parecidas…, precio pedido…, precio más bajo… | look money
Lugares de venta | list | anuncios pequeños, comerciante, conocidos, rastro | place travel
Puesta a punto | checklist | limpieza, arreglos pequeños, fotos, papeles | clean pack
Horario | schedule | fotos, anuncio, visitas, entrega | time
Venta segura | checklist | visita entre dos, pago, contrato escrito, recibo | risk
Costes | budget | limpieza, arreglos, anuncio, transporte | buy
selling phase
@Puesta a punto | checklist | limpieza, arreglos pequeños, fotos, papeles | clean pack
@Oferta | list | precio pedido…, precio más bajo…, texto del anuncio | look money
@Visitas | checklist | citas, preguntas probables, prueba | people time
@Venta segura | checklist | pago, contrato escrito, entrega | risk
Lugares de venta | list | anuncios pequeños, comerciante, conocidos, rastro | place travel
Costes | budget | limpieza, arreglos, anuncio, transporte | buy
papers activity
Papeles necesarios | checklist | formularios, recibos, certificados, documento de identidad | pack look
Oficinas y asesores | list | oficina competente, asesor…, portal en línea | place people
Cifras que anotar | list | ingresos…, gastos…, devolución esperada… | children
Horario | schedule | recopilación, relleno, comprobación, último día | time
Errores y salidas | list | si falta un recibo, si pasó el plazo, si una pregunta no está clara | risk
Costes | budget | tasas, asesor, copias y correo, reserva | money buy
papers phase
@Recopilación | checklist | formularios, recibos, certificados, documento de identidad | pack
@Relleno | schedule | páginas fáciles, cifras, preguntas abiertas | look children
@Comprobación | checklist | sumas, firmas, copias | risk
@Envío | checklist | día del envío, confirmación, respuesta, archivo | time
Oficinas y asesores | list | oficina competente, asesor…, portal en línea | place people
Costes | budget | tasas, asesor, copias y correo, reserva | money buy
planting phase
@Plano y terreno | schedule | bancales medidos, malas hierbas y piedras, compost | look clean
@Tierra y caminos | schedule | bancales cavados o elevados, bordes, caminos | place
@Plantación y siembra | schedule | plantas grandes, plantas pequeñas, semillas en hilera, acolchado | food
Plantas y semillas que comprar | checklist | plantas de sol, plantas de sombra, semillas, compost | buy pack
Cuidados después | list | riego por semana, malas hierbas nuevas, protección contra caracoles | weather
Herramientas y costes | budget | semillas, plantas, tierra, herramientas | money
"""
