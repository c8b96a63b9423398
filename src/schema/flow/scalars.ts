import { z } from 'zod';
import { numberOrTemplateSchema, richTextNodeSchema } from '../../engine/index.js';
import { scalarOf } from '../scalar.js';

export const JsonObject = scalarOf({
  name: 'JSONObject',
  standard: 'https://www.rfc-editor.org/rfc/rfc8259#section-4',
  description: 'An object of JSON whose members are named by somebody else, such as headers.',
  schema: z.record(z.string(), z.unknown()),
});

export const NumberOrTemplate = scalarOf({
  name: 'NumberOrTemplate',
  description: 'A number, or a text that holds one after its variables are filled in.',
  schema: numberOrTemplateSchema,
});

export const RichText = scalarOf({
  name: 'RichText',
  description: 'A formatted text: a list of paragraphs, links, lists … and runs of text in them.',
  schema: z.array(richTextNodeSchema),
});
