import { z } from 'zod';
import { scalarOf } from './scalar.js';

const id = z.string().min(1).max(1000);

const at = z.iso
  .datetime({ offset: true })
  .refine((text) => isStorable(Date.parse(text)), 'Must be a time between 1980 and now');

/** Whether ids can hold a time and it is not in the future; clocks of other machines may be a day ahead. */
function isStorable(time: number): boolean {
  return time > Date.UTC(1980) && time < Date.now() + 86_400_000;
}

const answer = z.object({
  blockId: id.describe('The input that was answered.'),
  groupId: id.describe('The group of that input.'),
  variableId: id.nullish().describe('The variable it was stored in, if any.'),
  content: z.string().max(250_000).describe('The reply as it was understood.'),
  attachedFileUrls: z
    .array(z.string().max(2000))
    .max(100)
    .nullish()
    .describe('The addresses of files sent with it.'),
  createdAt: at.describe('When it was given.'),
});

const variable = z.object({
  id: id.describe('The id the variable has in the flow.'),
  name: z.string().max(1000).describe('The name the variable has in the flow.'),
  value: z
    .union([z.string(), z.array(z.string().nullable())])
    .nullish()
    .describe('What it held at the end; one without a value is left out.'),
});

/** A result that was collected elsewhere, with the members of results of REST; others are dropped. */
const importedResultSchema = z.object({
  id: id.describe('The id it has there; a result with the same id and time is brought once.'),
  createdAt: at.describe('When the chat was started.'),
  isCompleted: z.boolean().nullish().describe('The flow ended.'),
  hasStarted: z.boolean().nullish().describe('An answer was given.'),
  variables: z.array(variable).max(1000).describe('The variables after the last turn.'),
  answers: z.array(answer).max(1000).describe('The answers, oldest first.'),
});
export type ImportedResult = z.infer<typeof importedResultSchema>;

export const ImportedResultScalar = scalarOf({
  name: 'ImportedResult',
  description: 'A result that was collected elsewhere.',
  schema: importedResultSchema,
});
