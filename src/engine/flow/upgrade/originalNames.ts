import type { JsonRecord } from '../../documents/jsonRecord.js';
import { changed, each, eachBlock, without, type Rewrite } from '../../documents/rewrite.js';
import { THEME_VERSION, themeVersionOf } from '../../documents/theme.js';

/** The two names of one thing: that of the original product, and the one used here. */
type Names = readonly [theirs: string, ours: string];

const LINK: Names = ['Typebot link', 'Bot link'];

const blockTypes: readonly Names[] = [
  LINK,
  ['Chatwoot', 'Support widget'],
  ['Google Analytics', 'Analytics'],
  ['Pixel', 'Tracking pixel'],
];

/**
 * Reads a bot, or a part of one, in the spelling of the original product and writes it with the names used here. Texts
 * of authors (names, texts, ids, code) stay as they are. A bot that already uses the names of today comes back
 * unchanged.
 */
export function fromOriginal(bot: JsonRecord): JsonRecord {
  return renamed(bot, ([theirs, ours]) => ({ from: theirs, to: ours }));
}

/** The reverse: a bot as the original imports it, with the version whose defaults its theme has. */
export function toOriginal(bot: JsonRecord): JsonRecord {
  const version = themeVersionOf(bot);
  const plain = without(bot, THEME_VERSION);
  const versioned = version === undefined ? plain : { ...plain, version };
  return renamed(versioned, ([theirs, ours]) => ({ from: ours, to: theirs }));
}

/** Which of two names is replaced by which. */
type Direction = (names: Names) => { readonly from: string; readonly to: string };

function renamed(bot: JsonRecord, direction: Direction): JsonRecord {
  const key = (record: JsonRecord, theirs: string, ours: string) =>
    withKey(record, direction([theirs, ours]));
  const systemMessages: Rewrite = (messages) =>
    key(messages, 'whatsAppPictureChoiceSelectLabel', 'messengerPictureChoiceSelectLabel');
  const general: Rewrite = (members) => changed(members, 'systemMessages', each(systemMessages));
  const metadata: Rewrite = (members) => key(members, 'googleTagManagerId', 'tagManagerId');
  const settings: Rewrite = (members) => {
    const inMetadata = changed(
      key(members, 'whatsApp', 'messengerChannel'),
      'metadata',
      each(metadata),
    );
    return changed(inMetadata, 'general', each(general));
  };
  const types = new Map<unknown, string>(
    blockTypes.map((names) => [direction(names).from, direction(names).to]),
  );
  const block: Rewrite = (sent) => {
    const type = types.get(sent['type']) ?? sent['type'];
    const called = type === sent['type'] ? sent : { ...sent, type };
    if (!LINK.some((name) => name === type)) return called;
    return changed(
      called,
      'options',
      each((options) => key(options, 'typebotId', 'botId')),
    );
  };
  const named = key(bot, 'whatsAppCredentialsId', 'messengerCredentialsId');
  return changed(eachBlock(named, block), 'settings', each(settings));
}

/** Renames a key in its place; a value that already exists under the new name wins. */
function withKey(record: JsonRecord, { from, to }: ReturnType<Direction>): JsonRecord {
  if (!(from in record)) return record;
  const entries = Object.entries(record).filter(([key]) => key !== from || !(to in record));
  return Object.fromEntries(entries.map(([key, value]) => [key === from ? to : key, value]));
}
