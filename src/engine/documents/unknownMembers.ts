import { MAX_ISSUES, type Issue } from '../../checks/issue.js';
import { isJsonRecord, type JsonRecord } from './jsonRecord.js';

/**
 * The maximum length of all unknown members together, in characters of JSON. Files of other products have some hundred.
 */
const MAX_LENGTH = 1_000_000;

/**
 * The members of bots that this server knows, whether or not callers may write them: those of its replies, and those in
 * which the original records where a bot came from. A caller's value for one that may not be written is dropped.
 */
const KNOWN = new Set(
  (
    'version id name events groups edges variables theme selectedThemeTemplateId settings translations notes createdAt updatedAt icon ' +
    'folderId publicId customDomain workspaceId resultsTablePreferences isArchived isClosed messengerCredentialsId ' +
    'riskLevel botId publishedBotId currentUserMode typebotId publishedTypebotId whatsAppCredentialsId'
  ).split(' '),
);

/**
 * The members of a bot or a flow that this server does not know, such as those of a newer product. They are stored with
 * the draft and returned with it, but not read.
 */
export function unknownMembers(bot: JsonRecord): JsonRecord {
  return Object.fromEntries(Object.entries(bot).filter(([key]) => !KNOWN.has(key)));
}

/**
 * The reason why a patch would do nothing: all its members are unknown, and none of them is one that it could remove.
 * It was misspelt.
 */
export function misspeltFaults(patch: JsonRecord, removable: JsonRecord): Issue[] {
  const { version: _version, ...sent } = patch;
  const unknown = Object.keys(unknownMembers(sent));
  const isOfUse = unknown.length < Object.keys(sent).length;
  if (isOfUse || unknown.some((key) => Object.hasOwn(removable, key))) return [];
  const message = 'Is no member of a bot, nor is any other that was sent';
  return unknown.slice(0, MAX_ISSUES).map((key) => ({ path: [key], message }));
}

/** The members in which files hold a wrapped bot. */
const WRAPPERS = ['bot', 'typebot'];

/** The reason why a file does not hold a bot, if so: none of its members belongs to a bot, or the bot is wrapped. */
export function wrongFileFault(file: JsonRecord): Issue | undefined {
  const keys = Object.keys(file);
  const wrapper = WRAPPERS.find((key) => !keys.includes('groups') && isJsonRecord(file[key]));
  if (wrapper !== undefined)
    return { path: [wrapper], message: `The file holds a bot inside \`${wrapper}\`: send that` };
  if (keys.some((key) => KNOWN.has(key))) return undefined;
  return { path: [], message: 'Holds nothing that a bot has, such as `groups`' };
}

/** The reasons why such members cannot be stored. */
export function unknownMembersFaults(members: JsonRecord): Issue[] {
  if (JSON.stringify(members).length <= MAX_LENGTH) return [];
  const message = `Holds more than ${MAX_LENGTH} characters in members this server does not know`;
  return [{ path: [], message }];
}

/** The unknown members of a draft after a patch: null removes one, as it clears known members. */
export function patchedUnknownMembers(draft: JsonRecord, patch: JsonRecord): JsonRecord {
  const members = Object.entries({ ...unknownMembers(draft), ...unknownMembers(patch) });
  return Object.fromEntries(members.filter(([key, value]) => value !== null || !(key in patch)));
}

/** The record without known members that its sender may not write. */
export function withoutForeign(record: JsonRecord, writable: object): JsonRecord {
  const isKept = (key: string) => Object.hasOwn(writable, key) || !KNOWN.has(key);
  return Object.fromEntries(Object.entries(record).filter(([key]) => isKept(key)));
}
