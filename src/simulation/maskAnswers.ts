import { extname } from 'node:path';
import { isSecretName } from '../checks/texts.js';
import { isJsonRecord, maskSecrets, type InputRequest } from '../engine/index.js';

/**
 * What is replaced in a test of a chat that took place. `SECRETS`: what looks like a secret; `PERSONAL`: also addresses of people, phone
 * numbers and names of files; `TEXTS`: also every text of the visitor and of the page.
 */
export type Masked = 'SECRETS' | 'PERSONAL' | 'TEXTS';

/** An answer, the input that asked for it, and whether that did not accept it. */
interface Given {
  readonly input: InputRequest | undefined;
  readonly isRefused: boolean;
}

/** Replaces what tests must not hold: the same by the same, wherever it is. */
export interface Mask {
  /** An answer of the visitor. */
  answer(text: string, given: Given): string;
  /** A text of the visitor, or of the page, that answers no input. */
  own(text: string): string;
  /** JSON that may hold answers, or secrets. */
  value(value: unknown): unknown;
  /** The name of a file. */
  file(name: string): string;
  text(text: string): string;
}

/** Opens a mask for the texts of one chat. */
export function openMask(masked: Masked): Mask {
  const known = new Map<string, string>();
  const replaced = (text: string, like: (nth: number) => string): string => {
    const made = known.get(text) ?? like(known.size + 1);
    known.set(text, made);
    return made;
  };
  const text = (plain: string): string => {
    const open = maskSecrets(plain);
    return masked === 'SECRETS' ? open : withoutPeople(open, known, replaced);
  };
  return {
    text,
    own(plain) {
      if (masked !== 'TEXTS' || !LETTERS.test(plain)) return text(plain);
      return EMAIL_ALONE.test(plain) ? text(plain) : replaced(plain, TYPICAL.text);
    },
    answer(plain, { input, isRefused }) {
      const kind = KINDS[input?.type ?? ''];
      if (!kind || plain.trim() === '' || !replaces(masked, kind)) return text(plain);
      // A word in place of an address or a number may be what the flow decides by.
      if (masked === 'PERSONAL' && !/[\d@]/.test(plain)) return text(plain);
      return isRefused ? REFUSED : replaced(keyOf(plain, kind), TYPICAL[kind]);
    },
    value: (value) => maskedValue(value, text),
    file: (name) => (masked === 'SECRETS' ? text(name) : `file${extname(name)}`),
  };
}

/** JSON with other texts, and without the values of members that are named like secrets. */
function maskedValue(value: unknown, text: (plain: string) => string): unknown {
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return value.map((one) => maskedValue(one, text));
  if (!isJsonRecord(value)) return value ?? null;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      isSecretName(name) && typeof member === 'string' ? '***' : maskedValue(member, text),
    ]),
  );
}

type Kind = 'email' | 'phone' | 'text' | 'url';

/** The inputs whose answers are replaced. Those of others are what flows decide by. */
const KINDS: Readonly<Record<string, Kind>> = {
  'email input': 'email',
  'phone number input': 'phone',
  'text input': 'text',
  'url input': 'url',
};

function replaces(masked: Masked, kind: Kind): boolean {
  if (masked === 'SECRETS') return false;
  return masked === 'TEXTS' || kind === 'email' || kind === 'phone';
}

/** Texts that their inputs accept. */
const TYPICAL: Readonly<Record<Kind, (nth: number) => string>> = {
  email: (nth) => `visitor${nth}@example.com`,
  phone: (nth) => `+336123456${String(nth % 100).padStart(2, '0')}`,
  text: (nth) => `Some text ${nth}`,
  url: (nth) => `https://example.com/${nth}`,
};

/** A text that is neither an address nor a number. */
const REFUSED = 'something else';

/** Addresses are the same in upper and lower case. */
function keyOf(text: string, kind: Kind): string {
  return kind === 'email' ? text.toLowerCase() : text;
}

const LETTERS = /\p{L}{2}/u;
/** Bounded, so that a search takes steps in proportion to the text. */
const EMAIL = /[\w.!#$%&'*+/=?^{|}~-]{1,64}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,8}/gi;
const EMAIL_ALONE = new RegExp(`^${EMAIL.source}$`, 'i');
const PHONE = /\+\d[\d ().-]{7,20}\d/g;

/** Shorter answers are parts of many words. */
const SHORTEST = 4;

function withoutPeople(
  text: string,
  known: ReadonlyMap<string, string>,
  replaced: (text: string, like: (nth: number) => string) => string,
): string {
  const own = new Set(known.values());
  const plain = [...known]
    .filter(([from]) => from.length >= SHORTEST)
    .reduce((rest, [from, to]) => rest.replaceAll(from, to), text);
  return plain
    .replace(EMAIL, (found) =>
      own.has(found) ? found : replaced(found.toLowerCase(), TYPICAL.email),
    )
    .replace(PHONE, (found) => (own.has(found) ? found : replaced(found, TYPICAL.phone)));
}
