// @ts-check

/** The most digits of a whole number: parsing more takes time that grows with the square of their number. */
const MAX_DIGITS = 2_000;

/**
 * Reads a value from the guest: lists with a tag in front, which also encode values that JSON does not have.
 *
 * @param {unknown} json @returns {unknown}
 */
export function plainOf(json) {
  if (!Array.isArray(json)) return json;
  const [tag, ...members] = json;
  if (tag === 'n') return Number(members[0]);
  if (tag === 'b') return BigInt(short(members[0]));
  if (tag === 'l') return members.map(plainOf);
  return tag === 'o' ? recordOf(members.map(plainOf)) : undefined;
}

/** @param {unknown} digits */
function short(digits) {
  const text = String(digits);
  if (text.length > MAX_DIGITS) throw new RangeError('too many digits');
  return text;
}

/** @param {unknown[]} members names and values in turn */
function recordOf(members) {
  /** @type {[unknown, unknown][]} */
  const pairs = [];
  for (let at = 0; at < members.length; at += 2) pairs.push([members[at], members[at + 1]]);
  return Object.fromEntries(pairs.map(([name, value]) => [String(name), value]));
}

/** @param {unknown} value @returns {unknown[]} */
export function listOf(value) {
  if (!Array.isArray(value)) throw new TypeError('Not a list');
  return value;
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
export function isRecord(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
