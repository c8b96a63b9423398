import { z } from 'zod';

/** The id of a part of a flow. Lists of changes and problems say it again for each thing in the part, so it is short. */
export const partIdSchema = z.string().min(1).max(1_000);
