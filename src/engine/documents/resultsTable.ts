import { z } from 'zod';

/** Some clients write an empty object as an empty list. */
const widthsSchema = z.preprocess(
  (sent) => (Array.isArray(sent) && sent.length === 0 ? {} : sent),
  z.record(z.string(), z.number()),
);

/** The arrangement of the table of results: column ids in order, which ones are shown, widths in px. */
export const resultsTablePreferencesSchema = z.looseObject({
  columnsOrder: z.array(z.string()).describe('The columns, from left to right').optional(),
  columnsVisibility: z
    .record(z.string(), z.boolean())
    .describe('Whether a column is shown, by its id')
    .optional(),
  columnsWidth: widthsSchema.describe('How wide a column is in px, by its id').optional(),
});

/** The arrangement of the table of results. */
export type ResultsTablePreferences = z.infer<typeof resultsTablePreferencesSchema>;
