import { createHash, randomBytes } from 'node:crypto';

/** The prefixes of new ids: an id shows what kind of record it names. */
export const PREFIXES = [
  ...(['usr', 'tok', 'wks', 'fld', 'bot', 'evt', 'ver', 'ses', 'res', 'ans'] as const),
  ...(['msg', 'thm', 'dom', 'inv', 'job', 'crd', 'flw', 'sgn', 'fil'] as const),
  ...(['whk', 'whd', 'rsv', 'not', 'cnr', 'chv', 'tst', 'seg', 'stg', 'spl'] as const),
];
export type IdPrefix = (typeof PREFIXES)[number];

/** The prefix of an id. Ids that callers choose may have an unknown prefix, or none: then undefined. */
export function prefixOf(id: string): IdPrefix | undefined {
  return PREFIXES.find((prefix) => id.startsWith(`${prefix}_`));
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
const TIME_DIGITS = 9;
const PLACE_DIGITS = 2;

/** Digits of a shard key (`shardKeys.ts`). */
export const SHARD_KEY_DIGITS = 3;

let lastTime = 0;

/**
 * A new id: prefix, time in milliseconds (base 36, fixed width, so that ids sort by age), then random digits. No two ids of one process
 * have the same time, so that records of the same moment keep their order. A random digit (base 36) carries 5.17 bits; 15 digits are enough
 * for uniqueness, a secret needs more. The id of what belongs to a chat ends with the shard key of the chat.
 */
export function newId(prefix: IdPrefix, randomDigits = 15, shardKey = ''): string {
  lastTime = Math.max(Date.now(), lastTime + 1);
  return `${prefix}_${timeText(lastTime)}${randomText(randomDigits)}${shardKey}`;
}

/**
 * A new id of an answer; without random digits, a lower bound of the ids of a turn's answers. It sorts by the time of the turn,
 * in milliseconds, and then by its position among the turn's answers, because the clocks of several servers may differ.
 */
export function newAnswerId(at: number, place: number, randomDigits = 13): string {
  const placeText = place.toString(36).padStart(PLACE_DIGITS, '0');
  return `ans_${timeText(at)}${placeText}${randomText(randomDigits)}`;
}

/**
 * The id of something that was created elsewhere at the time `at`, in milliseconds: always the same for the same `source`, a text that is
 * unique among all imports. It sorts by its time.
 */
export function idOfSource(prefix: IdPrefix, at: number, source: string): string {
  const digest = createHash('sha256').update(source).digest('hex');
  return `${prefix}_${timeText(at)}${BigInt(`0x${digest}`).toString(36).padStart(15, '0').slice(-15)}`;
}

function timeText(time: number): string {
  return Math.floor(time).toString(36).padStart(TIME_DIGITS, '0');
}

/** A new session id. It is the secret of its chat, so it carries 129 random bits. */
export function newSessionId(shardKey: string): string {
  return newId('ses', 25, shardKey);
}

/** A new id of a result. */
export function newResultId(shardKey: string): string {
  return newId('res', 15, shardKey);
}

/** Random lower-case letters and digits, each equally likely. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    if (pool.next === pool.bytes.length) refill();
    const byte = pool.bytes.readUInt8(pool.next);
    pool.next += 1;
    // 252 is the largest multiple of 36 in a byte: larger values would make some letters more likely.
    if (byte < 252) text += ALPHABET[byte % 36];
  }
  return text;
}

/** Random bytes are drawn in bulk: one system call costs more than all the ids of a turn. */
const pool = { bytes: randomBytes(4096), next: 0 };

function refill(): void {
  pool.bytes = randomBytes(pool.bytes.length);
  pool.next = 0;
}
