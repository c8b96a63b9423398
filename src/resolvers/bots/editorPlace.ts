import { z } from 'zod';
import { issuesIn } from '../../checks/issue.js';
import { invalid } from '../../errors/errors.js';
import { MAX_WINDOWS, type SignOutcome } from '../../storage/editors.js';

/** What a caller says of a window and of what it shows. */
interface SentPlace {
  readonly clientId?: string | null | undefined;
  readonly groupId?: string | null | undefined;
  readonly blockId?: string | null | undefined;
}

/** The id of a part. Editors choose ids of up to 1 000 characters; longer ones than these are not shown to others. */
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
  if (error) throw invalid(issuesIn(error));
}

/** Refuses a window more than one person may have of a bot. */
export function assertWindow(outcome: SignOutcome): void {
  if (outcome !== 'TOO_MANY') return;
  const message = `You have this bot open in ${MAX_WINDOWS} windows already`;
  throw invalid([{ path: ['clientId'], message }]);
}
