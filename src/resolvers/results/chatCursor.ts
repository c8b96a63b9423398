import { invalid } from '../../errors/errors.js';

/** The place of a chat among those of its bot. */
interface ChatPlace {
  readonly resultId: string;
  /** When it began, in milliseconds since 1970. */
  readonly at: number;
}

/** The last time of this calendar, in milliseconds since 1970: the database knows no later ones. */
const LATEST = 8_640_000_000_000_000;

/** The cursor of a place: with the id of the result, because the id of a chat is its secret. */
export function cursorOf({ at, resultId }: ChatPlace): string {
  return Buffer.from(JSON.stringify([at, resultId])).toString('base64url');
}

/** The place that a cursor names. Fails with `VALIDATION` for any other text. */
export function placeIn(cursor: string): ChatPlace {
  const [, at, resultId] =
    /^\[(\d+(?:\.\d+)?),"(\w+)"\]$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (Number(at) <= LATEST && resultId !== undefined) return { at: Number(at), resultId };
  throw invalid([{ path: ['after'], message: 'Is no cursor of this list' }]);
}
