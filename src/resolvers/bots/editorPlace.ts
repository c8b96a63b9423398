import { z } from 'zod';
import { invalid } from '../../errors/errors.js';
import type { SignOutcome } from '../../storage/editors.js';

/** What a caller says of a window and of what it shows. */
interface SentPlace {
  readonly clientId?: string | null | undefined;
  readonly groupId?: string | null | undefined;
  readonly blockId?: string | null | undefined;
}

/** The ids of parts are as long as their editors make them; these are kept for seconds, for all to see. */
const partId = z
  .string()
  .max(200)
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'Not an id of a part')
  .nullish();

const placeSchema = z.object({
  clientId: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'Must be 1 to 64 letters, digits, - and _')
    .nullish(),
  groupId: partId,
  blockId: partId,
});

/** Refuses what is too long or cannot be stored. */
export function assertPlace(place: SentPlace): void {
  const { error } = placeSchema.safeParse(place);
  if (!error) return;
  throw invalid(error.issues.map(({ path, message }) => ({ path: path.map(String), message })));
}

/** Refuses a window more than one person may have of a bot. */
export function assertWindow(outcome: SignOutcome): void {
  if (outcome !== 'TOO_MANY') return;
  const message = 'You have this bot open in 20 windows already';
  throw invalid([{ path: ['clientId'], message }]);
}
