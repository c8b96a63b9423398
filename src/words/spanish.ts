import type { german } from './german.js';

/** The texts in Spanish. */
export const spanish: Readonly<Record<keyof typeof german, string>> = {
  'Accounts at Google cannot be connected here. Whoever runs this server sets GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET for that.':
    'Aquí no se pueden conectar cuentas de Google. Para eso, quien opera este servidor define GOOGLE_CLIENT_ID y GOOGLE_CLIENT_SECRET.',
  Allow: 'Permitir',
  'As {email}. This link works once.': 'Como {email}. Este enlace funciona una sola vez.',
  'Ask a member of the workspace to invite your e-mail address, then sign in again.':
    'Pida a un miembro del espacio de trabajo que invite su dirección de correo y vuelva a iniciar sesión.',
  'Ask the person who runs this server for a link that signs you in. If that is you, this command prints one, in the folder of Parley and with the settings that the server has (such as PORT and DATA_DIR):':
    'Pida un enlace de inicio de sesión a quien opera este servidor. Si es usted, este comando muestra uno, en la carpeta de Parley y con los ajustes del servidor (como PORT y DATA_DIR):',
  Back: 'Volver',
  'Begin again': 'Empezar de nuevo',
  'Bots can be published on the front page.': 'Los bots se pueden publicar en la página principal.',
  Confirm: 'Confirmar',
  'Confirm {email}': 'Confirmar {email}',
  Confirmed: 'Confirmada',
  'Connect with {name}': 'Conectar con {name}',
  'Connect {service}': 'Conectar {service}',
  Connected: 'Cuenta conectada',
  'Credentials not found': 'No se encontraron las credenciales',
  'Credentials of this type not found': 'No se encontraron credenciales de este tipo',
  'E-mail': 'Correo electrónico',
  'Front page': 'Página principal',
  'Go on': 'Continuar',
  'Go on to {name}': 'Continuar a {name}',
  'Google did not give the access. Begin again; if that does not help, whoever runs this server compares GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET and the redirect address with those at Google.':
    'Google no dio el acceso. Empiece de nuevo; si no sirve, quien opera este servidor debe comparar GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET y la dirección de retorno con los de Google.',
  'Google gave access for an hour only. Remove this server at https://myaccount.google.com/connections, then begin again.':
    'Google solo dio acceso por una hora. Quite este servidor en https://myaccount.google.com/connections y empiece de nuevo.',
  'If you did not ask for it, do nothing: nobody gets in without it.':
    'Si no lo pidió, no haga nada: nadie puede entrar sin él.',
  'If you do not know what this is about, do nothing.': 'Si no sabe de qué se trata, no haga nada.',
  'If {email} is known here, a link is on its way to it, unless several came already. Each works once, for 15 minutes.':
    'Si {email} se conoce aquí, un enlace va en camino, salvo que ya hayan llegado varios. Cada uno funciona una sola vez, durante 15 minutos.',
  'Invitation not found': 'No se encontró la invitación',
  'It was used or revoked, or it has expired. Ask for a new one.':
    'Ya se usó, se revocó o caducó. Pida uno nuevo.',
  Join: 'Unirse',
  'Link to confirm your e-mail address': 'Enlace para confirmar su dirección de correo',
  'Link to sign in': 'Enlace para iniciar sesión',
  'Look into your mail': 'Revise su correo',
  'No page has this address. If a link led here, what it names may have been renamed or taken away':
    'Ninguna página tiene esta dirección. Si llegó por un enlace, puede que su destino haya cambiado de nombre o ya no exista',
  'Not available': 'No disponible',
  'Not confirmed': 'Sin confirmar',
  'Not connected': 'Sin conectar',
  'Not done': 'No se hizo',
  'Not sent': 'No se envió',
  'Not signed in': 'Sin sesión iniciada',
  'Nothing is here': 'Aquí no hay nada',
  'Only an admin of the workspace may do this':
    'Solo un administrador del espacio de trabajo puede hacer esto',
  'Open the bot': 'Abrir el bot',
  'Open the console': 'Abrir la consola',
  'Open the link in the browser in which you asked for it and are signed in.':
    'Abra el enlace en el navegador en el que lo pidió y tiene la sesión iniciada.',
  'Open this link to confirm your e-mail address at {server}. It works once, for 15 minutes:':
    'Abra este enlace para confirmar su dirección de correo en {server}. Funciona una sola vez, durante 15 minutos:',
  'Open this link to join. It works once, for 14 days:':
    'Abra este enlace para unirse. Funciona una sola vez, durante 14 días:',
  'Open this link to sign in at {server}. It works once, for 15 minutes:':
    'Abra este enlace para iniciar sesión en {server}. Funciona una sola vez, durante 15 minutos:',
  'Open this page of this server first': 'Abra antes esta página de este servidor',
  'Preview bots as somebody who may read them; answer in chats in their place.':
    'Probar bots como quien puede leerlos y responder en chats en su lugar.',
  'Read and delete results.': 'Leer y eliminar resultados.',
  'Read bots, their versions and what surrounds them.':
    'Leer los bots, sus versiones y lo que los rodea.',
  'Read results, and the bots they are of.': 'Leer los resultados y sus bots.',
  'Read workspaces and who is in them.': 'Leer los espacios de trabajo y quién está en ellos.',
  'Read, make, change, publish, share and delete bots.':
    'Leer, crear, cambiar, publicar, compartir y eliminar bots.',
  'Change workspaces, who is in them, and your account.':
    'Cambiar los espacios de trabajo, quién está en ellos y la cuenta de usted.',
  Refuse: 'Rechazar',
  'Request {id}': 'Solicitud {id}',
  'Run the written tests of bots.': 'Ejecutar las pruebas escritas de los bots.',
  'See and change your e-mails: only for blocks that set labels; you may untick it':
    'Ver y cambiar sus correos: solo para bloques que ponen etiquetas; puede quitar la marca',
  'See the e-mail address of the account': 'Ver la dirección de correo de la cuenta',
  'See you.': 'Hasta pronto.',
  'See, change, create and delete your spreadsheets':
    'Ver, cambiar, crear y eliminar sus hojas de cálculo',
  'Send e-mails in your name': 'Enviar correos en su nombre',
  'Send me a link': 'Enviar un enlace',
  'Sign in': 'Iniciar sesión',
  'Sign in by a link that is e-mailed to you.':
    'Inicie sesión con un enlace que recibirá por correo.',
  'Sign in first. You get back to the invitation then.':
    'Inicie sesión primero. Después volverá a la invitación.',
  'Sign in to {client}?': '¿Iniciar sesión en {client}?',
  'Sign in with {name}': 'Iniciar sesión con {name}',
  'Sign out': 'Cerrar la sesión',
  'Sign out of {client}, since {date}': 'Cerrar la sesión en {client}, iniciada el {date}',
  'Signed in': 'Sesión iniciada',
  'Signed out': 'Sesión cerrada',
  'Signing in does not work right now': 'Ahora no se puede iniciar sesión',
  'Signing in to this Parley server.': 'Inicio de sesión en este servidor de Parley.',
  'Somebody else already signs in with this account.':
    'Otra persona ya inicia sesión con esta cuenta.',
  'Something went wrong on our side': 'Algo salió mal por nuestra parte',
  'That is not an e-mail address.': 'Eso no es una dirección de correo.',
  'The account you choose at {name} will sign you in from now on.':
    'Desde ahora iniciará sesión con la cuenta que elija en {name}.',
  'The answer of the server of your account is not valid. Tell the person who runs this server.':
    'La respuesta del servidor de su cuenta no es válida. Avise a quien opera este servidor.',
  'The program that sent you is at fault: {reason}. Tell the person who runs it.':
    'El programa desde el que llegó cometió un error: {reason}. Avise a quien lo opera.',
  'The server could not do this': 'El servidor no pudo hacerlo',
  'The server of your account cannot be reached. Try again in a while.':
    'No se puede contactar con el servidor de su cuenta. Vuelva a intentarlo dentro de un rato.',
  'The server of your account has not verified your e-mail address. Ask the person who runs this server for a link that signs you in, then connect this account.':
    'El servidor de su cuenta no ha verificado su dirección de correo. Pida un enlace de inicio de sesión a quien opera este servidor y conecte después esta cuenta.',
  'The sign-in began in another window, took too long, or was already used.':
    'El inicio de sesión empezó en otra ventana, tardó demasiado o ya se usó.',
  'The workspace "{workspace}" has {credentials} for {service} now. Blocks name it {id}. You can close this window.':
    'El espacio de trabajo «{workspace}» ya tiene {credentials} para {service}. En los bloques se llama {id}. Puede cerrar esta ventana.',
  'This began in another window or by another person, took longer than ten minutes, or was done already. Begin again.':
    'Esto empezó en otra ventana o lo empezó otra persona, tardó más de diez minutos o ya se hizo. Empiece de nuevo.',
  'This browser is signed in for 30 days. If you came here to publish a bot, go back to the tab that plays it.':
    'La sesión queda iniciada en este navegador durante 30 días. Si venía a publicar un bot, vuelva a la pestaña en la que lo probaba.',
  'This cannot be done': 'Esto no se puede hacer',
  'This link does not work': 'Este enlace no funciona',
  'This link works once.': 'Este enlace funciona una sola vez.',
  'To the front page': 'A la página principal',
  'Too many requests (limit "{name}"); try again in {reset} s':
    'Demasiadas solicitudes (límite «{name}»); vuelva a intentarlo en {reset} s',
  'Try GraphQL': 'Probar GraphQL',
  'Try REST': 'Probar REST',
  'Try again': 'Volver a intentarlo',
  Welcome: 'Bienvenida',
  'With your account at {name}, or by a link from the person who runs this server.':
    'Con su cuenta de {name} o con un enlace de quien opera este servidor.',
  'With your account at {name}, or by a link that is e-mailed to you.':
    'Con su cuenta de {name} o con un enlace que recibirá por correo.',
  'Workspace not found': 'No se encontró el espacio de trabajo',
  'You agreed to some of it at Google, but not to what is needed. Begin again, and tick it there.':
    'En Google aceptó una parte, pero no lo que hace falta. Empiece de nuevo y márquelo allí.',
  'You already sign in with another account of the same server.':
    'Ya inicia sesión con otra cuenta del mismo servidor.',
  'You are invited': 'Tiene una invitación',
  'You are invited to the bot “{name}”. This invitation works once.':
    'Tiene una invitación al bot «{name}». Esta invitación funciona una sola vez.',
  'You are invited to the workspace “{name}”. This invitation works once.':
    'Tiene una invitación al espacio de trabajo «{name}». Esta invitación funciona una sola vez.',
  'You are invited to work with others on {server}.':
    'Tiene una invitación para trabajar con otras personas en {server}.',
  'You are not known here': 'No se le conoce aquí',
  'You are {person}.': 'Ha iniciado sesión como {person}.',
  'You connect a new account to the workspace "{name}": everybody who edits its bots can use it. This server will be able to:':
    'Va a conectar una cuenta nueva con el espacio de trabajo «{name}»: podrán usarla todas las personas que editan sus bots. Este servidor podrá:',
  'You connect an account again to the workspace "{name}": everybody who edits its bots can use it. This server will be able to:':
    'Va a volver a conectar una cuenta con el espacio de trabajo «{name}»: podrán usarla todas las personas que editan sus bots. Este servidor podrá:',
  'You did not agree at Google.': 'No aceptó en Google.',
  'You have joined the bot “{name}”.': 'Ahora el bot «{name}» está compartido con usted.',
  'You have joined the workspace “{name}”.': 'Se ha unido al espacio de trabajo «{name}».',
  'You or the server of your account refused the sign-in.':
    'Usted o el servidor de su cuenta rechazaron el inicio de sesión.',
  'Your e-mail address belongs to somebody who signs in with another account. Tell the person who runs this server.':
    'Su dirección de correo pertenece a alguien que inicia sesión con otra cuenta. Avise a quien opera este servidor.',
  'a program on your computer': 'un programa de su ordenador',
  'at {host}': 'en {host}',
  'the owner of this server': 'propietario de este servidor',
  '{client} ({place}) may then do everything that you may do.':
    '{client} ({place}) podrá entonces hacer todo lo que usted puede hacer.',
  '{client} ({place}) may then, as far as you may:':
    '{client} ({place}) podrá entonces, en la medida en que usted pueda:',
  '{email} belongs to somebody else here by now.': '{email} ya pertenece aquí a otra persona.',
  '{email} is yours: a link to it signs you in from now on.':
    '{email} es de usted: desde ahora puede iniciar sesión con un enlace que se le envía.',
};
