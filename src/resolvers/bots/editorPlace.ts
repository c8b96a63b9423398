import { z } from 'zod';
import { issuesIn } from '../../checks/issue.js';
import { invalid } from '../../errors/errors.js';

/** A window of an editor, and the parts of the flow that it shows. */
interface SentPlace {
  readonly clientId?: string | null | undefined;
  readonly groupId?: string | null | undefined;
  readonly blockId?: string | null | undefined;
  readonly field?: string | null | undefined;
}

/** The id of a part, or a path in it. Ids may have up to 1,000 characters; those longer than this limit are not shown to other editors. */
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
  field: partId,
});

/** Fails with `VALIDATION` for texts that are too long or cannot be stored. */
export function assertPlace(place: SentPlace): void {
  const { error } = placeSchema.safeParse(place);
  if (error) throw invalid(issuesIn(error));
}
