import { t } from '../i18n/t.js';
/** What became of a file. */
export interface Imported {
  readonly name: string;
  /** Why no bot was made of it; absent where one was. */
  readonly fault?: string;
}

/** An exported bot, as far as it is read here: the server says what else is wrong with it. */
export type BotFile = Readonly<Record<string, unknown>>;

/** Parses the text of an exported bot. Throws an `Error` with words for a person. */
export function readBot(text: string, title: string): BotFile {
  let bot: unknown;
  try {
    bot = JSON.parse(text);
  } catch {
    throw new Error(t('This is not JSON.'));
  }
  if (typeof bot !== 'object' || bot === null || !('groups' in bot)) {
    throw new Error(t('This JSON is no exported bot: it has no groups.'));
  }
  return { name: title, ...bot };
}

/** Makes bots of files, one after the other, so that one that is refused does not keep the others from being made. */
export async function importAll(
  files: readonly { readonly name: string; text(): Promise<string> }[],
  store: (bot: BotFile) => Promise<void>,
): Promise<readonly Imported[]> {
  const done: Imported[] = [];
  for (const file of files) {
    const name = file.name.replace(/\.json$/i, '');
    try {
      await store(readBot(await file.text(), name));
      done.push({ name });
    } catch (error) {
      done.push({ name, fault: error instanceof Error ? error.message : String(error) });
    }
  }
  return done;
}
