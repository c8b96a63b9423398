import { z } from 'zod';
import { defineBlock } from '../kind/block.js';
import { schemaOf } from '../kind/blockFields.js';
import { isAllowedFile } from '../kind/fileType.js';
import { rejectNamed } from '../kind/namedUploads.js';
import { variableField } from '../kind/inputFields.js';
import { requestInput } from '../../reply/inputRequest.js';
import { isFullUrl } from '../../text/link.js';

const optionsSchema = z.looseObject({
  ...variableField,
  isRequired: z
    .boolean()
    .optional()
    .describe('Whether a file must be sent; when not, an empty answer skips. Default true.'),
  isMultipleAllowed: z
    .boolean()
    .optional()
    .describe('Whether several files are kept; only the first one otherwise. Default false.'),
  labels: z
    .looseObject({
      placeholder: z.string().optional().describe('The text of the field, as HTML.'),
      button: z.string().optional().describe('The text on the button; default "Upload".'),
      clear: z.string().optional().describe('The text on the button that clears; default "Clear".'),
      skip: z.string().optional().describe('The text on the button that skips; default "Skip".'),
      success: z
        .looseObject({
          single: z.string().optional().describe('Default "File uploaded".'),
          multiple: z.string().optional().describe('Default "{total} files uploaded".'),
        })
        .optional()
        .describe('What is shown once files are uploaded.'),
    })
    .optional()
    .describe('Texts of the field.'),
  visibility: z
    .enum(['Auto', 'Public', 'Private'])
    .optional()
    .describe(
      'Who may read the files: everybody, or only members of the workspace. Auto, the default, is everybody, except for files that came through a messenger.',
    ),
  allowedFileTypes: z
    .looseObject({
      isEnabled: z.boolean().optional().describe('Whether only these are taken; default false.'),
      types: z
        .array(z.string())
        .optional()
        .describe('Endings such as .png, or media types such as image/* and application/pdf.'),
    })
    .optional()
    .describe('The kinds of file that are taken; all of them without.'),
  sizeLimit: z
    .number()
    .optional()
    .describe('The largest file the client takes, in MB; in flows of version 5.'),
  capture: z
    .enum(['environment', 'user'])
    .optional()
    .describe('The camera a phone opens: the one at its back or the one in front.'),
});

type Options = z.infer<typeof optionsSchema>;

/** Asks for files, which the client uploads; their addresses are stored. */
export const file = defineBlock({
  type: 'file input',
  family: 'input',
  summary: 'Asks for one or several files.',
  example: {
    options: { isRequired: false, allowedFileTypes: { isEnabled: true, types: ['.pdf'] } },
  },
  schema: schemaOf('file input', optionsSchema),
  enter: requestInput,
  uploads: ({ options = {} }) => [
    {
      types: typesOf(options),
      megabytes: options.sizeLimit,
      visibility: options.visibility ?? 'Auto',
      sentAs: 'text',
    },
  ],
  parseReply: (message, { options = {} }) => {
    const { text, audioUrl } = message;
    const sent = (text ?? audioUrl ?? '').trim();
    if (sent === '') return { outcome: options.isRequired === false ? 'skipped' : 'rejected' };
    const kept = keptUrls(sent, options);
    if (kept.length === 0) return { outcome: 'rejected' };
    const rejected = rejectNamed(kept, options, message);
    return rejected ?? { outcome: 'accepted', content: kept.join(', ') };
  },
});

function typesOf({ allowedFileTypes }: Options): readonly string[] | undefined {
  return allowedFileTypes?.isEnabled ? allowedFileTypes.types : undefined;
}

/** The addresses in a message; none when a file is of a kind that is not allowed. */
function keptUrls(sent: string, options: Options): string[] {
  const urls = sent.split(', ').filter(isFullUrl);
  const types = typesOf(options);
  if (!urls.every((url) => isAllowedFile(url, types))) return [];
  return options.isMultipleAllowed ? urls : urls.slice(0, 1);
}
