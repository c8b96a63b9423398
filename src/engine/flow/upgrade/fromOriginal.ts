import type { JsonRecord } from '../../documents/jsonRecord.js';
import { changed, each, eachBlock } from '../../documents/rewrite.js';

const typeNames: ReadonlyMap<unknown, string> = new Map([
  ['Typebot link', 'Bot link'],
  ['Chatwoot', 'Support widget'],
  ['Google Analytics', 'Analytics'],
  ['Pixel', 'Tracking pixel'],
]);

/**
 * Reads a bot, or a part of one, in the spelling of the original product and writes it with the names used here. Texts
 * of authors (names, texts, ids, code) stay as they are. A bot that already uses the names of today comes back
 * unchanged.
 */
export function fromOriginal(bot: JsonRecord): JsonRecord {
  const renamed = withKey(bot, 'whatsAppCredentialsId', 'messengerCredentialsId');
  return changed(eachBlock(renamed, ourBlock), 'settings', each(ourSettings));
}

function ourBlock(block: JsonRecord): JsonRecord {
  const type = typeNames.get(block['type']) ?? block['type'];
  const renamed = type === block['type'] ? block : { ...block, type };
  if (type !== 'Bot link') return renamed;
  return changed(
    renamed,
    'options',
    each((options) => withKey(options, 'typebotId', 'botId')),
  );
}

function ourSettings(settings: JsonRecord): JsonRecord {
  const renamed = withKey(settings, 'whatsApp', 'messengerChannel');
  const inMetadata = changed(
    renamed,
    'metadata',
    each((metadata) => withKey(metadata, 'googleTagManagerId', 'tagManagerId')),
  );
  return changed(
    inMetadata,
    'general',
    each((general) => changed(general, 'systemMessages', each(ourSystemMessages))),
  );
}

function ourSystemMessages(messages: JsonRecord): JsonRecord {
  return withKey(messages, 'whatsAppPictureChoiceSelectLabel', 'messengerPictureChoiceSelectLabel');
}

/** Renames a key in its place; a value that already exists under today's name wins. */
function withKey(record: JsonRecord, theirs: string, ours: string): JsonRecord {
  if (!(theirs in record)) return record;
  const entries = Object.entries(record).filter(([key]) => key !== theirs || !(ours in record));
  return Object.fromEntries(entries.map(([key, value]) => [key === theirs ? ours : key, value]));
}
