import type { ServerWords } from '../t.js';

/** What the server says about kinds of blocks and examples, in Spanish; names of services are the same everywhere. */
export const kinds: ServerWords = {
  Text: 'Texto',
  'Says a text, with variables filled in.': 'Dice un texto, con los valores de las variables.',
  Picture: 'Imagen',
  'Shows a picture.': 'Muestra una imagen.',
  Video: 'Vídeo',
  'Shows a video.': 'Muestra un vídeo.',
  Sound: 'Sonido',
  'Plays a sound.': 'Reproduce un sonido.',
  'Page of another site': 'Página de otro sitio',
  'Shows a page of another site, and can wait for an event of it.':
    'Muestra una página de otro sitio y puede esperar un evento de ella.',
  'Text question': 'Pregunta de texto',
  'Asks for a text.': 'Pide un texto.',
  'Number question': 'Pregunta de número',
  'Asks for a number.': 'Pide un número.',
  'E-mail question': 'Pregunta de correo',
  'Asks for an e-mail address.': 'Pide una dirección de correo.',
  'Web address question': 'Pregunta de dirección web',
  'Asks for the address of a web page.': 'Pide la dirección de una página web.',
  'Phone question': 'Pregunta de teléfono',
  'Asks for a phone number.': 'Pide un número de teléfono.',
  'Date question': 'Pregunta de fecha',
  'Asks for a date, or for two that enclose a time.':
    'Pide una fecha, o dos que delimitan un período.',
  'Time question': 'Pregunta de hora',
  'Asks for a time of the day.': 'Pide una hora del día.',
  Buttons: 'Botones',
  'Offers buttons, of which one or several can be chosen.':
    'Ofrece botones, de los que se puede elegir uno o varios.',
  'Pictures to choose from': 'Imágenes para elegir',
  'Offers pictures, of which one or several can be chosen.':
    'Ofrece imágenes, de las que se puede elegir una o varias.',
  Payment: 'Pago',
  'Asks for a payment.': 'Pide un pago.',
  Rating: 'Valoración',
  'Asks for a rating on a scale.': 'Pide una valoración en una escala.',
  'File upload': 'Subir un archivo',
  'Asks for one or several files.': 'Pide uno o varios archivos.',
  Cards: 'Tarjetas',
  'Offers cards with pictures, texts and buttons.':
    'Ofrece tarjetas con imágenes, textos y botones.',
  'Set variable': 'Asignar variable',
  'Gives a variable a value.': 'Da un valor a una variable.',
  'Set language': 'Cambiar de idioma',
  'Goes on in another language of the bot.': 'Sigue en otro idioma del bot.',
  Condition: 'Condición',
  'Takes one way or another, depending on variables.':
    'Toma un camino u otro, según las variables.',
  Redirect: 'Redirección',
  'Sends people to another address.': 'Envía a las personas a otra dirección.',
  Wait: 'Esperar',
  'Waits some seconds before it goes on.': 'Espera unos segundos antes de seguir.',
  Jump: 'Salto',
  'Goes on at another group or block.': 'Sigue en otro grupo o bloque.',
  'A/B test': 'Prueba A/B',
  'Takes one of two ways by chance.': 'Toma al azar uno de dos caminos.',
  Code: 'Código',
  'Runs JavaScript, on the page of the chat or on the server.':
    'Ejecuta JavaScript, en la página del chat o en el servidor.',
  'Another bot': 'Otro bot',
  'Goes through another bot, or another group of this one, and then goes on here.':
    'Recorre otro bot, u otro grupo de este, y después sigue aquí.',
  'Wait for a webhook': 'Esperar un webhook',
  'Waits until another program calls the bot (`executeWebhook`), and saves parts of what it sends.':
    'Espera a que otro programa llame al bot (`executeWebhook`) y guarda partes de lo que envía.',
  Return: 'Volver',
  'Goes back to where the last jump, command or reply event came from.':
    'Vuelve al punto desde el que se produjo el último salto, comando o evento de respuesta.',
  'Human handover': 'Entrega a una persona',
  'Hands the chat over to a person, and goes on when they hand it back, when nobody came in time, or outside of working hours.':
    'Entrega el chat a una persona y sigue cuando esta lo devuelve, cuando nadie llegó a tiempo o fuera del horario de trabajo.',
  'Nobody came in time': 'Nadie llegó a tiempo',
  'Outside of the working hours': 'Fuera del horario de trabajo',
  'HTTP request': 'Petición HTTP',
  'Sends an HTTP request and keeps parts of the response.':
    'Envía una petición HTTP y guarda partes de la respuesta.',
  'Starts a Zapier workflow with an HTTP request.':
    'Inicia un flujo de Zapier con una petición HTTP.',
  'Starts a Make.com scenario with an HTTP request.':
    'Inicia un escenario de Make.com con una petición HTTP.',
  'Starts a Pabbly workflow with an HTTP request.':
    'Inicia un flujo de Pabbly con una petición HTTP.',
  'E-mail': 'Correo',
  'Sends an e-mail.': 'Envía un correo.',
  'Reads, adds or changes rows of a sheet.': 'Lee, añade o cambia filas de una hoja.',
  'Get data from sheet': 'Leer datos de la hoja',
  'Insert a row': 'Insertar una fila',
  'Update a row': 'Cambiar una fila',
  'OpenAI (older block)': 'OpenAI (bloque antiguo)',
  'Lets OpenAI answer, paint or speak; the newer OpenAI block can do more.':
    'Deja que OpenAI responda, dibuje o hable; el bloque más nuevo de OpenAI puede más.',
  'Counts an event with Google Analytics, on the page of the chat.':
    'Cuenta un evento con Google Analytics, en la página del chat.',
  'Shows or closes the chat of Chatwoot, a support tool, on the page.':
    'Muestra o cierra el chat de Chatwoot, una herramienta de soporte, en la página.',
  'Show widget': 'Mostrar el widget',
  'Close widget': 'Cerrar el widget',
  'Meta pixel': 'Píxel de Meta',
  'Reports an event to the tracking pixel of Meta, on the page of the chat.':
    'Comunica un evento al píxel de seguimiento de Meta, en la página del chat.',
  'Lets OpenAI answer, speak, listen, or read values out of a text.':
    'Deja que OpenAI responda, hable, escuche o lea valores de un texto.',
  'Lets a model of Anthropic answer, or read values out of a text.':
    'Deja que un modelo de Anthropic responda o lea valores de un texto.',
  'Lets a model of Mistral answer, or read values out of a text.':
    'Deja que un modelo de Mistral responda o lea valores de un texto.',
  'Lets a model of Together AI answer.': 'Deja que responda un modelo de Together AI.',
  'Lets a model of OpenRouter answer.': 'Deja que responda un modelo de OpenRouter.',
  'Lets a model of Groq answer.': 'Deja que responda un modelo de Groq.',
  'Lets a model of Perplexity answer.': 'Deja que responda un modelo de Perplexity.',
  'Lets a model of DeepSeek answer.': 'Deja que responda un modelo de DeepSeek.',
  'Lets somebody book an appointment in a calendar of Cal.com.':
    'Permite reservar una cita en un calendario de Cal.com.',
  'Lets a bot of ChatNode answer.': 'Deja que responda un bot de ChatNode.',
  'QR code': 'Código QR',
  'Makes a picture of a QR code.': 'Hace una imagen de un código QR.',
  'Lets a Dify application answer, or look things up.':
    'Deja que una aplicación de Dify responda o busque algo.',
  'Reads a text aloud with ElevenLabs.': 'Lee un texto en voz alta con ElevenLabs.',
  'Looks up, adds or changes records of NocoDB.': 'Busca, añade o cambia registros de NocoDB.',
  'Tells Segment who does what; not in a preview.':
    'Dice a Segment quién hace qué; no en una vista previa.',
  'Tells PostHog what happened; not in a preview.':
    'Dice a PostHog qué ha pasado; no en una vista previa.',
  'Opens the web widget of Zendesk, on the client.':
    'Abre el widget web de Zendesk, en la página del chat.',
  'Finds people and posts to their feed in Blink, or opens a page of it.':
    'Encuentra personas y publica en su feed de Blink, o abre una página suya.',
  'Sends an e-mail through a Gmail account.': 'Envía un correo con una cuenta de Gmail.',
  'Asked Zemantic AI, which no longer exists.': 'Preguntaba a Zemantic AI, que ya no existe.',
  'Lead form': 'Formulario de contacto',
  'Asks for a name, an address and a budget, and sorts by the answer.':
    'Pide un nombre, una dirección y un presupuesto, y clasifica según la respuesta.',
  'Support menu': 'Menú de soporte',
  'Buttons lead to answers; one asks another server by an HTTP request.':
    'Los botones llevan a respuestas; uno pregunta a otro servidor con una petición HTTP.',
  Quiz: 'Cuestionario',
  'Counts right answers, and ends by the score.':
    'Cuenta las respuestas correctas y termina según la puntuación.',
  Booking: 'Reserva',
  'Takes dates, a time and a number of guests.': 'Toma fechas, una hora y el número de invitados.',
  Order: 'Pedido',
  'Choose from pictures, and pay in a test mode that moves no money.':
    'Elija entre imágenes y pague en un modo de prueba que no mueve dinero.',
  'Choose from pictures, and pay by Stripe in its test mode, which moves no money.':
    'Elija entre imágenes y pague con Stripe en su modo de prueba, que no mueve dinero.',
  'AI chat': 'Chat con IA',
  'Answers questions; a stand-in takes the place of a model.':
    'Responde preguntas; un sustituto ocupa el lugar de un modelo.',
  'Answers questions with a model of OpenAI, which receives what you write.':
    'Responde preguntas con un modelo de OpenAI, que recibe lo que usted escribe.',
};
