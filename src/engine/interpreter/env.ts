/**
 * The sources of time, randomness and new ids that the engine uses: read-only and synchronous. The caller makes one for
 * each step from the recorded clock and seed of the turn, so that a turn can be replayed.
 */
export interface Env {
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
  /** A number in [0, 1). */
  readonly random: () => number;
  /** A fresh id of 24 lower-case letters and digits that begins with a letter. */
  readonly newId: () => string;
}

/** What an environment follows from. */
interface Seeded {
  readonly now: number;
  /** A function is called when the first number is drawn, which most steps never do. */
  readonly seed: string | (() => string);
}

/**
 * Time, randomness and ids that follow from a seed, so that a step can be replayed. Every step of a turn needs a seed
 * of its own (the seed of the turn and the number of the step); otherwise two blocks around an effect would draw the
 * same id.
 */
export function seededEnv({ now, seed }: Seeded): Env {
  let draw: (() => number) | undefined;
  const random = () => {
    draw ??= generatorOf(typeof seed === 'string' ? seed : seed());
    return draw() / 2 ** 32;
  };
  const pick = (characters: string) => characters.charAt(Math.floor(random() * characters.length));
  return {
    now,
    random,
    newId: () =>
      pick(LETTERS) +
      Array.from({ length: ID_LENGTH - 1 }, () => pick(LETTERS_AND_DIGITS)).join(''),
  };
}

/** In characters, each of which takes one draw. */
const ID_LENGTH = 24;

/** The environment of a step that may be paused, and how many numbers it has drawn. */
export interface CountedEnv extends Env {
  readonly drawn: () => number;
}

/** Goes on with an environment of `seededEnv` after as many draws as an earlier part of the step made. */
export function countedEnv(env: Env, before = 0): CountedEnv {
  let drawn = 0;
  const random = () => {
    drawn += 1;
    return env.random();
  };
  while (drawn < before) random();
  return {
    now: env.now,
    random,
    newId() {
      drawn += ID_LENGTH;
      return env.newId();
    },
    drawn: () => drawn,
  };
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const LETTERS_AND_DIGITS = `${LETTERS}0123456789`;

/** Integers below 2^32 by the sfc32 method: 128 bits of state, of which the seed fills three words. */
function generatorOf(seed: string): () => number {
  let [a, b, c] = [hashOf(seed, 1), hashOf(seed, 2), hashOf(seed, 3)];
  let counter = 1;
  const draw = () => {
    const drawn = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + drawn) | 0;
    return drawn >>> 0;
  };
  for (let round = 0; round < 12; round += 1) draw();
  return draw;
}

/** A whole number below 2^32 (as an unsigned or signed one): FNV-1a with a salt, then mixed so that similar texts give distant numbers. */
export function hashOf(text: string, salt: number): number {
  let mixed = 0x811c9dc5 ^ salt;
  for (let index = 0; index < text.length; index += 1) {
    mixed = Math.imul(mixed ^ text.charCodeAt(index), 0x01000193);
  }
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  return mixed ^ (mixed >>> 13);
}
