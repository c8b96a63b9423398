/** The texts in German. Their English names them; what the other languages lack does not build. */
export const german = {
  'Accounts at Google cannot be connected here. Whoever runs this server sets GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET for that.':
    'Konten bei Google lassen sich hier nicht verbinden. Wer diesen Server betreibt, setzt dafür GOOGLE_CLIENT_ID und GOOGLE_CLIENT_SECRET.',
  Allow: 'Erlauben',
  'As {email}. This link works once.': 'Als {email}. Dieser Link gilt einmal.',
  'Ask a member of the workspace to invite your e-mail address, then sign in again.':
    'Bitten Sie ein Mitglied des Arbeitsbereichs, Ihre E-Mail-Adresse einzuladen, und melden Sie sich dann noch einmal an.',
  'Ask the person who runs this server for a link that signs you in. If that is you, this command prints one, in the folder of Parley and with the settings that the server has (such as PORT and DATA_DIR):':
    'Bitten Sie die Person, die diesen Server betreibt, um einen Link, der Sie anmeldet. Sind Sie das selbst, gibt dieser Befehl einen aus, im Ordner von Parley und mit den Einstellungen des Servers (etwa PORT und DATA_DIR):',
  Back: 'Zurück',
  'Begin again': 'Von vorn beginnen',
  'Bots can be published on the front page.':
    'Bots lassen sich auf der Startseite veröffentlichen.',
  Confirm: 'Bestätigen',
  'Confirm {email}': '{email} bestätigen',
  Confirmed: 'Bestätigt',
  'Connect with {name}': 'Mit {name} verbinden',
  'Connect {service}': '{service} verbinden',
  Connected: 'Verbunden',
  'Credentials not found': 'Die Zugangsdaten wurden nicht gefunden',
  'Credentials of this type not found': 'Zugangsdaten dieser Art wurden nicht gefunden',
  'E-mail': 'E-Mail',
  'Front page': 'Startseite',
  'Go on': 'Weiter',
  'Go on to {name}': 'Weiter zu {name}',
  'Google did not give the access. Begin again; if that does not help, whoever runs this server compares GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET and the redirect address with those at Google.':
    'Google hat den Zugriff nicht gegeben. Beginnen Sie von vorn; hilft das nicht, vergleicht, wer diesen Server betreibt, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET und die Weiterleitungsadresse mit denen bei Google.',
  'Google gave access for an hour only. Remove this server at https://myaccount.google.com/connections, then begin again.':
    'Google hat den Zugriff nur für eine Stunde gegeben. Entfernen Sie diesen Server auf https://myaccount.google.com/connections, und beginnen Sie von vorn.',
  'If you did not ask for it, do nothing: nobody gets in without it.':
    'Wenn Sie ihn nicht angefordert haben, müssen Sie nichts tun: Ohne ihn kommt niemand hinein.',
  'If you do not know what this is about, do nothing.':
    'Wenn Sie nicht wissen, worum es geht, müssen Sie nichts tun.',
  'If {email} is known here, a link is on its way to it, unless several came already. Each works once, for 15 minutes.':
    'Wenn {email} hier bekannt ist, ist ein Link dorthin unterwegs, außer es kamen schon mehrere. Jeder gilt einmal, 15 Minuten lang.',
  'Invitation not found': 'Die Einladung wurde nicht gefunden',
  'It was used or revoked, or it has expired. Ask for a new one.':
    'Er wurde schon benutzt oder widerrufen, oder er ist abgelaufen. Bitten Sie um einen neuen.',
  Join: 'Beitreten',
  'Link to confirm your e-mail address': 'Link zum Bestätigen Ihrer E-Mail-Adresse',
  'Link to sign in': 'Link zum Anmelden',
  'Look into your mail': 'Sehen Sie in Ihr Postfach',
  'No page has this address. If a link led here, what it names may have been renamed or taken away':
    'Keine Seite hat diese Adresse. Hat ein Link hierher geführt, wurde sein Ziel vielleicht umbenannt oder entfernt',
  'Not available': 'Nicht verfügbar',
  'Not confirmed': 'Nicht bestätigt',
  'Not connected': 'Nicht verbunden',
  'Not done': 'Nicht ausgeführt',
  'Not sent': 'Nicht gesendet',
  'Not signed in': 'Nicht angemeldet',
  'Nothing is here': 'Hier ist nichts',
  'Only an admin of the workspace may do this': 'Das darf nur ein Admin des Arbeitsbereichs',
  'Open the bot': 'Bot öffnen',
  'Open the console': 'Konsole öffnen',
  'Open the link in the browser in which you asked for it and are signed in.':
    'Öffnen Sie den Link in dem Browser, in dem Sie ihn angefordert haben und angemeldet sind.',
  'Open this link to confirm your e-mail address at {server}. It works once, for 15 minutes:':
    'Öffnen Sie diesen Link, um Ihre E-Mail-Adresse auf {server} zu bestätigen. Er gilt einmal, 15 Minuten lang:',
  'Open this link to join. It works once, for 14 days:':
    'Öffnen Sie diesen Link, um beizutreten. Er gilt einmal, 14 Tage lang:',
  'Open this link to sign in at {server}. It works once, for 15 minutes:':
    'Öffnen Sie diesen Link, um sich auf {server} anzumelden. Er gilt einmal, 15 Minuten lang:',
  'Open this page of this server first': 'Öffnen Sie zuerst diese Seite dieses Servers',
  'Preview bots as somebody who may read them; answer in chats in their place.':
    'Bots ausprobieren wie jemand, der sie lesen darf, und in Chats an ihrer Stelle antworten.',
  'Read and delete results.': 'Ergebnisse lesen und löschen.',
  'Read bots, their versions and what surrounds them.':
    'Bots, ihre Versionen und was dazugehört lesen.',
  'Read results, and the bots they are of.': 'Ergebnisse und deren Bots lesen.',
  'Read workspaces and who is in them.': 'Arbeitsbereiche und deren Mitglieder lesen.',
  'Read, make, change, publish, share and delete bots.':
    'Bots lesen, anlegen, ändern, veröffentlichen, teilen und löschen.',
  'Change workspaces, who is in them, and your account.':
    'Arbeitsbereiche, deren Mitglieder und Ihr Konto ändern.',
  Refuse: 'Ablehnen',
  'Request {id}': 'Anfrage {id}',
  'Run the written tests of bots.': 'Die geschriebenen Tests von Bots ausführen.',
  'See and change your e-mails: only for blocks that set labels; you may untick it':
    'Ihre E-Mails lesen und ändern: nur für Blöcke, die Labels setzen; Sie können das Häkchen entfernen',
  'See the e-mail address of the account': 'Die E-Mail-Adresse des Kontos sehen',
  'See you.': 'Bis bald.',
  'See, change, create and delete your spreadsheets':
    'Ihre Tabellen lesen, ändern, anlegen und löschen',
  'Send e-mails in your name': 'E-Mails in Ihrem Namen senden',
  'Send me a link': 'Link senden',
  'Sign in': 'Anmelden',
  'Sign in by a link that is e-mailed to you.':
    'Melden Sie sich mit einem Link an, den Sie per E-Mail erhalten.',
  'Sign in first. You get back to the invitation then.':
    'Melden Sie sich zuerst an. Danach kommen Sie zur Einladung zurück.',
  'Sign in to {client}?': 'Bei {client} anmelden?',
  'Sign in with {name}': 'Mit {name} anmelden',
  'Sign out': 'Abmelden',
  'Sign out of {client}, since {date}': 'Von {client} abmelden, angemeldet seit {date}',
  'Signed in': 'Angemeldet',
  'Signed out': 'Abgemeldet',
  'Signing in does not work right now': 'Anmelden geht gerade nicht',
  'Signing in to this Parley server.': 'Anmeldung bei diesem Parley-Server.',
  'Somebody else already signs in with this account.':
    'Mit diesem Konto meldet sich schon jemand anders an.',
  'Something went wrong on our side': 'Bei uns ist etwas schiefgegangen',
  'That is not an e-mail address.': 'Das ist keine E-Mail-Adresse.',
  'The account you choose at {name} will sign you in from now on.':
    'Das Konto, das Sie bei {name} wählen, meldet Sie von nun an an.',
  'The answer of the server of your account is not valid. Tell the person who runs this server.':
    'Die Antwort vom Server Ihres Kontos ist ungültig. Wenden Sie sich an die Person, die diesen Server betreibt.',
  'The program that sent you is at fault: {reason}. Tell the person who runs it.':
    'Das Programm, von dem Sie kommen, hat einen Fehler gemacht: {reason}. Wenden Sie sich an die Person, die es betreibt.',
  'The server could not do this': 'Der Server konnte das nicht ausführen',
  'The server of your account cannot be reached. Try again in a while.':
    'Der Server Ihres Kontos ist nicht erreichbar. Versuchen Sie es in einer Weile noch einmal.',
  'The server of your account has not verified your e-mail address. Ask the person who runs this server for a link that signs you in, then connect this account.':
    'Der Server Ihres Kontos hat Ihre E-Mail-Adresse nicht bestätigt. Bitten Sie die Person, die diesen Server betreibt, um einen Link, der Sie anmeldet, und verbinden Sie dann dieses Konto.',
  'The sign-in began in another window, took too long, or was already used.':
    'Die Anmeldung begann in einem anderen Fenster, dauerte zu lange oder wurde schon benutzt.',
  'The workspace "{workspace}" has {credentials} for {service} now. Blocks name it {id}. You can close this window.':
    'Der Arbeitsbereich „{workspace}“ hat jetzt {credentials} für {service}. In Blöcken heißt das Konto {id}. Sie können dieses Fenster schließen.',
  'This began in another window or by another person, took longer than ten minutes, or was done already. Begin again.':
    'Das begann in einem anderen Fenster oder durch eine andere Person, dauerte länger als zehn Minuten oder ist schon geschehen. Beginnen Sie von vorn.',
  'This browser is signed in for 30 days. If you came here to publish a bot, go back to the tab that plays it.':
    'Dieser Browser ist 30 Tage lang angemeldet. Wenn Sie einen Bot veröffentlichen wollten, gehen Sie zurück zu dem Tab, in dem er läuft.',
  'This cannot be done': 'Das geht nicht',
  'This link does not work': 'Dieser Link funktioniert nicht',
  'This link works once.': 'Dieser Link gilt einmal.',
  'To the front page': 'Zur Startseite',
  'Too many requests (limit "{name}"); try again in {reset} s':
    'Zu viele Anfragen (Grenze „{name}“); versuchen Sie es in {reset} s noch einmal',
  'Try GraphQL': 'GraphQL ausprobieren',
  'Try REST': 'REST ausprobieren',
  'Try again': 'Noch einmal versuchen',
  Welcome: 'Willkommen',
  'With your account at {name}, or by a link from the person who runs this server.':
    'Mit Ihrem Konto bei {name} oder mit einem Link von der Person, die diesen Server betreibt.',
  'With your account at {name}, or by a link that is e-mailed to you.':
    'Mit Ihrem Konto bei {name} oder mit einem Link, den Sie per E-Mail erhalten.',
  'Workspace not found': 'Der Arbeitsbereich wurde nicht gefunden',
  'You agreed to some of it at Google, but not to what is needed. Begin again, and tick it there.':
    'Sie haben bei Google einem Teil zugestimmt, aber nicht dem, was nötig ist. Beginnen Sie von vorn, und setzen Sie dort das Häkchen.',
  'You already sign in with another account of the same server.':
    'Sie melden sich schon mit einem anderen Konto desselben Servers an.',
  'You are invited': 'Sie sind eingeladen',
  'You are invited to the bot “{name}”. This invitation works once.':
    'Sie sind zum Bot „{name}“ eingeladen. Diese Einladung gilt einmal.',
  'You are invited to the workspace “{name}”. This invitation works once.':
    'Sie sind in den Arbeitsbereich „{name}“ eingeladen. Diese Einladung gilt einmal.',
  'You are invited to work with others on {server}.':
    'Sie sind eingeladen, mit anderen auf {server} zu arbeiten.',
  'You are not known here': 'Sie sind hier nicht bekannt',
  'You are {person}.': 'Sie sind als {person} angemeldet.',
  'You connect a new account to the workspace "{name}": everybody who edits its bots can use it. This server will be able to:':
    'Sie verbinden ein neues Konto mit dem Arbeitsbereich „{name}“: Alle, die dessen Bots bearbeiten, können es verwenden. Dieser Server kann dann:',
  'You connect an account again to the workspace "{name}": everybody who edits its bots can use it. This server will be able to:':
    'Sie verbinden ein Konto erneut mit dem Arbeitsbereich „{name}“: Alle, die dessen Bots bearbeiten, können es verwenden. Dieser Server kann dann:',
  'You did not agree at Google.': 'Sie haben bei Google nicht zugestimmt.',
  'You have joined the bot “{name}”.': 'Der Bot „{name}“ ist jetzt mit Ihnen geteilt.',
  'You have joined the workspace “{name}”.': 'Sie sind dem Arbeitsbereich „{name}“ beigetreten.',
  'You or the server of your account refused the sign-in.':
    'Sie oder der Server Ihres Kontos haben die Anmeldung abgelehnt.',
  'Your e-mail address belongs to somebody who signs in with another account. Tell the person who runs this server.':
    'Ihre E-Mail-Adresse gehört jemandem, der sich mit einem anderen Konto anmeldet. Wenden Sie sich an die Person, die diesen Server betreibt.',
  'a program on your computer': 'ein Programm auf Ihrem Computer',
  'at {host}': 'auf {host}',
  'the owner of this server': 'Eigentümer dieses Servers',
  '{client} ({place}) may then do everything that you may do.':
    '{client} ({place}) darf dann alles, was Sie dürfen.',
  '{client} ({place}) may then, as far as you may:':
    '{client} ({place}) darf dann, soweit Sie es dürfen:',
  '{email} belongs to somebody else here by now.': '{email} gehört hier inzwischen jemand anderem.',
  '{email} is yours: a link to it signs you in from now on.':
    '{email} gehört Ihnen: Von nun an meldet Sie ein Link dorthin an.',
};
