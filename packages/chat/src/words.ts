/** The names of the words of the chat itself, such as the label of the button that sends. What a bot says comes from its author. */
const NAMES = [
  ...['send', 'conversation', 'typing', 'offline', 'ended', 'restart', 'open', 'close', 'skip'],
  ...['clear', 'search', 'noMatch', 'file', 'remove', 'country', 'record', 'stop', 'linkBlocked'],
  ...['date', 'time', 'image', 'video', 'audio', 'page', 'failed'],
  ...['notHere', 'notSent', 'notFound', 'unreachable', 'retry', 'seen', 'answer'],
] as const;

/** The words of the chat in one language. */
export type Words = Readonly<Record<(typeof NAMES)[number], string>>;

/** The words that every visitor has at once, in the order of NAMES. */
const ENGLISH =
  'Send|Conversation|Typing …|No connection. What you send is kept until there is one.|The conversation has ended.|Start again|Open the chat|Close the chat|Skip|Clear|Filter the options|Nothing matches|Choose a file|Remove|Country|Record|Stop|Open the page|Date|Time|Image|Video|Sound|Embedded page|That did not work. Please try again.|This page may not run this bot. Its owner can allow the address of the page.|Not sent, because the conversation has moved on:|This chat is not available.|The chat could not be loaded.|Try again|The person who helps you sees what you type.|Type your answer...';

/** The other languages, each of them a file that only its visitors load. */
const OTHERS = new Map<string, () => Promise<{ readonly words: string }>>([
  ['es', async () => import('./words/es.js')],
  ['fr', async () => import('./words/fr.js')],
  ['de', async () => import('./words/de.js')],
  ['pt', async () => import('./words/pt.js')],
  ['it', async () => import('./words/it.js')],
  ['nl', async () => import('./words/nl.js')],
  ['pl', async () => import('./words/pl.js')],
  ['tr', async () => import('./words/tr.js')],
  ['ar', async () => import('./words/ar.js')],
  ['hi', async () => import('./words/hi.js')],
  ['ja', async () => import('./words/ja.js')],
  ['cs', async () => import('./words/cs.js')],
  ['sv', async () => import('./words/sv.js')],
  ['ru', async () => import('./words/ru.js')],
  ['uk', async () => import('./words/uk.js')],
  ['he', async () => import('./words/he.js')],
  ['id', async () => import('./words/id.js')],
  ['vi', async () => import('./words/vi.js')],
  ['ko', async () => import('./words/ko.js')],
  ['zh', async () => import('./words/zh.js')],
]);

/** The words that are loaded, by language. */
const loaded = new Map<string, Words>([['en', named(ENGLISH)]]);

function named(words: string): Words {
  const texts = words.split('|');
  // Every name has its text: a test compares.
  return Object.fromEntries(NAMES.map((name, index) => [name, texts[index] ?? ''])) as Words;
}

/** The first of these languages that the chat has, or else English. */
function knownIn(languages: readonly string[]): string {
  const known = languages.map((language) => language.split('-')[0] ?? '');
  return known.find((one) => one === 'en' || OTHERS.has(one)) ?? 'en';
}

/** The words of the first of these languages that the chat has; those of English until they are loaded. */
export function wordsIn(languages: readonly string[]): Words {
  return loaded.get(knownIn(languages)) ?? named(ENGLISH);
}

/** Loads the words that `wordsIn` is asked for; without a connection they stay English. */
export async function loadWords(languages: readonly string[]): Promise<void> {
  const language = knownIn(languages);
  if (loaded.has(language)) return;
  try {
    const file = await OTHERS.get(language)?.();
    if (file) loaded.set(language, named(file.words));
  } catch {
    // The server has another version now, or cannot be reached.
  }
}
