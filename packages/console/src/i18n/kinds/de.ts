import type { ServerWords } from '../t.js';

/** What the server says about kinds of blocks and examples, in German; names of services are the same everywhere. */
export const kinds: ServerWords = {
  Text: 'Text',
  'Says a text, with variables filled in.': 'Sagt einen Text, mit den Werten der Variablen.',
  Picture: 'Bild',
  'Shows a picture.': 'Zeigt ein Bild.',
  Video: 'Video',
  'Shows a video.': 'Zeigt ein Video.',
  Sound: 'Ton',
  'Plays a sound.': 'Spielt einen Ton ab.',
  'Page of another site': 'Seite einer anderen Website',
  'Shows a page of another site, and can wait for an event of it.':
    'Zeigt eine Seite einer anderen Website und kann auf ein Ereignis von ihr warten.',
  'Text question': 'Frage nach Text',
  'Asks for a text.': 'Fragt nach einem Text.',
  'Number question': 'Frage nach einer Zahl',
  'Asks for a number.': 'Fragt nach einer Zahl.',
  'E-mail question': 'Frage nach der E-Mail',
  'Asks for an e-mail address.': 'Fragt nach einer E-Mail-Adresse.',
  'Web address question': 'Frage nach einer Webadresse',
  'Asks for the address of a web page.': 'Fragt nach der Adresse einer Webseite.',
  'Phone question': 'Frage nach der Telefonnummer',
  'Asks for a phone number.': 'Fragt nach einer Telefonnummer.',
  'Date question': 'Frage nach einem Datum',
  'Asks for a date, or for two that enclose a time.':
    'Fragt nach einem Datum oder nach zweien, zwischen denen eine Zeit liegt.',
  'Time question': 'Frage nach der Uhrzeit',
  'Asks for a time of the day.': 'Fragt nach einer Uhrzeit.',
  Buttons: 'Knöpfe',
  'Offers buttons, of which one or several can be chosen.':
    'Bietet Knöpfe an, von denen einer oder mehrere gewählt werden können.',
  'Pictures to choose from': 'Bilder zur Auswahl',
  'Offers pictures, of which one or several can be chosen.':
    'Bietet Bilder an, von denen eines oder mehrere gewählt werden können.',
  Payment: 'Zahlung',
  'Asks for a payment.': 'Bittet um eine Zahlung.',
  Rating: 'Bewertung',
  'Asks for a rating on a scale.': 'Fragt nach einer Bewertung auf einer Skala.',
  'File upload': 'Datei hochladen',
  'Asks for one or several files.': 'Fragt nach einer oder mehreren Dateien.',
  Cards: 'Karten',
  'Offers cards with pictures, texts and buttons.':
    'Bietet Karten mit Bildern, Texten und Knöpfen an.',
  'Set variable': 'Variable setzen',
  'Gives a variable a value.': 'Gibt einer Variablen einen Wert.',
  'Set language': 'Sprache wechseln',
  'Goes on in another language of the bot.': 'Macht in einer anderen Sprache des Bots weiter.',
  Condition: 'Bedingung',
  'Takes one way or another, depending on variables.':
    'Nimmt je nach Variablen den einen oder den anderen Weg.',
  Redirect: 'Weiterleitung',
  'Sends people to another address.': 'Schickt Leute zu einer anderen Adresse.',
  Wait: 'Warten',
  'Waits some seconds before it goes on.': 'Wartet einige Sekunden, bevor es weitergeht.',
  Jump: 'Sprung',
  'Goes on at another group or block.':
    'Macht bei einer anderen Gruppe oder einem anderen Block weiter.',
  'A/B test': 'A/B-Test',
  'Takes one of two ways by chance.': 'Nimmt zufällig einen von zwei Wegen.',
  Code: 'Code',
  'Runs JavaScript, on the page of the chat or on the server.':
    'Führt JavaScript aus, auf der Seite des Chats oder auf dem Server.',
  'Another bot': 'Anderer Bot',
  'Goes through another bot, or another group of this one, and then goes on here.':
    'Geht durch einen anderen Bot oder eine andere Gruppe von diesem und macht dann hier weiter.',
  'Wait for a webhook': 'Auf einen Webhook warten',
  'Waits until another program calls the bot (`executeWebhook`), and saves parts of what it sends.':
    'Wartet, bis ein anderes Programm den Bot aufruft (`executeWebhook`), und speichert Teile von dem, was es sendet.',
  Return: 'Rückkehr',
  'Goes back to where the last jump, command or reply event came from.':
    'Geht dorthin zurück, woher der letzte Sprung, Befehl oder das letzte Antwort-Ereignis kam.',
  'Human handover': 'Übergabe an Menschen',
  'Hands the chat over to a person, and goes on when they hand it back, when nobody came in time, or outside of working hours.':
    'Übergibt den Chat einem Menschen und macht weiter, wenn dieser ihn zurückgibt, wenn niemand rechtzeitig kam oder außerhalb der Arbeitszeiten.',
  'Nobody came in time': 'Niemand kam rechtzeitig',
  'Outside of the working hours': 'Außerhalb der Arbeitszeiten',
  'HTTP request': 'HTTP-Anfrage',
  'Sends an HTTP request and keeps parts of the response.':
    'Sendet eine HTTP-Anfrage und behält Teile der Antwort.',
  'Starts a Zapier workflow with an HTTP request.':
    'Startet einen Ablauf von Zapier mit einer HTTP-Anfrage.',
  'Starts a Make.com scenario with an HTTP request.':
    'Startet ein Szenario von Make.com mit einer HTTP-Anfrage.',
  'Starts a Pabbly workflow with an HTTP request.':
    'Startet einen Ablauf von Pabbly mit einer HTTP-Anfrage.',
  'E-mail': 'E-Mail',
  'Sends an e-mail.': 'Sendet eine E-Mail.',
  'Reads, adds or changes rows of a sheet.': 'Liest, ergänzt oder ändert Zeilen einer Tabelle.',
  'Get data from sheet': 'Daten aus der Tabelle lesen',
  'Insert a row': 'Zeile einfügen',
  'Update a row': 'Zeile ändern',
  'OpenAI (older block)': 'OpenAI (älterer Block)',
  'Lets OpenAI answer, paint or speak; the newer OpenAI block can do more.':
    'Lässt OpenAI antworten, malen oder sprechen; der neuere Block von OpenAI kann mehr.',
  'Counts an event with Google Analytics, on the page of the chat.':
    'Zählt ein Ereignis mit Google Analytics, auf der Seite des Chats.',
  'Shows or closes the chat of Chatwoot, a support tool, on the page.':
    'Zeigt oder schließt den Chat von Chatwoot, einem Werkzeug für Support, auf der Seite.',
  'Show widget': 'Widget zeigen',
  'Close widget': 'Widget schließen',
  'Meta pixel': 'Meta-Pixel',
  'Reports an event to the tracking pixel of Meta, on the page of the chat.':
    'Meldet dem Tracking-Pixel von Meta ein Ereignis, auf der Seite des Chats.',
  'Lets OpenAI answer, speak, listen, or read values out of a text.':
    'Lässt OpenAI antworten, sprechen, zuhören oder Werte aus einem Text lesen.',
  'Lets a model of Anthropic answer, or read values out of a text.':
    'Lässt ein Modell von Anthropic antworten oder Werte aus einem Text lesen.',
  'Lets a model of Mistral answer, or read values out of a text.':
    'Lässt ein Modell von Mistral antworten oder Werte aus einem Text lesen.',
  'Lets a model of Together AI answer.': 'Lässt ein Modell von Together AI antworten.',
  'Lets a model of OpenRouter answer.': 'Lässt ein Modell von OpenRouter antworten.',
  'Lets a model of Groq answer.': 'Lässt ein Modell von Groq antworten.',
  'Lets a model of Perplexity answer.': 'Lässt ein Modell von Perplexity antworten.',
  'Lets a model of DeepSeek answer.': 'Lässt ein Modell von DeepSeek antworten.',
  'Lets somebody book an appointment in a calendar of Cal.com.':
    'Lässt jemanden einen Termin in einem Kalender von Cal.com buchen.',
  'Lets a bot of ChatNode answer.': 'Lässt einen Bot von ChatNode antworten.',
  'QR code': 'QR-Code',
  'Makes a picture of a QR code.': 'Macht ein Bild eines QR-Codes.',
  'Lets a Dify application answer, or look things up.':
    'Lässt eine Anwendung von Dify antworten oder etwas nachschlagen.',
  'Reads a text aloud with ElevenLabs.': 'Liest einen Text mit ElevenLabs vor.',
  'Looks up, adds or changes records of NocoDB.': 'Sucht, ergänzt oder ändert Einträge in NocoDB.',
  'Tells Segment who does what; not in a preview.':
    'Sagt Segment, wer was tut; nicht in einer Vorschau.',
  'Tells PostHog what happened; not in a preview.':
    'Sagt PostHog, was geschehen ist; nicht in einer Vorschau.',
  'Opens the web widget of Zendesk, on the client.':
    'Öffnet das Web-Widget von Zendesk, auf der Seite des Chats.',
  'Finds people and posts to their feed in Blink, or opens a page of it.':
    'Findet Leute, schreibt in ihren Feed in Blink oder öffnet dort eine Seite.',
  'Sends an e-mail through a Gmail account.': 'Sendet eine E-Mail über ein Konto bei Gmail.',
  'Asked Zemantic AI, which no longer exists.': 'Fragte Zemantic AI, das es nicht mehr gibt.',
  'Lead form': 'Kontaktformular',
  'Asks for a name, an address and a budget, and sorts by the answer.':
    'Fragt nach Name, Adresse und Budget und sortiert nach der Antwort.',
  'Support menu': 'Support-Menü',
  'Buttons lead to answers; one asks another server by an HTTP request.':
    'Knöpfe führen zu Antworten; einer fragt mit einer HTTP-Anfrage einen anderen Server.',
  Quiz: 'Quiz',
  'Counts right answers, and ends by the score.':
    'Zählt richtige Antworten und endet je nach Punktzahl.',
  Booking: 'Buchung',
  'Takes dates, a time and a number of guests.':
    'Nimmt Daten, eine Uhrzeit und die Zahl der Gäste auf.',
  Order: 'Bestellung',
  'Choose from pictures, and pay in a test mode that moves no money.':
    'Wählen Sie aus Bildern und zahlen Sie in einem Testmodus, der kein Geld bewegt.',
  'Choose from pictures, and pay by Stripe in its test mode, which moves no money.':
    'Wählen Sie aus Bildern und zahlen Sie mit Stripe in dessen Testmodus, der kein Geld bewegt.',
  'AI chat': 'KI-Chat',
  'Answers questions; a stand-in takes the place of a model.':
    'Beantwortet Fragen; an der Stelle eines Modells steht ein Ersatz.',
  'Answers questions with a model of OpenAI, which receives what you write.':
    'Beantwortet Fragen mit einem Modell von OpenAI, das erhält, was Sie schreiben.',
};
