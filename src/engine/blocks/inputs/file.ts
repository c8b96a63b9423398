import { z } from 'zod';
import { defineBlock } from '../kind/block.js';
import { schemaOf } from '../kind/blockFields.js';
import { isAllowedFile, isTypeOfFiles } from '../kind/fileType.js';
import { rejectNamed } from '../kind/namedUploads.js';
import { sampleFile, typed } from '../kind/sampleAnswer.js';
import { variableField } from '../kind/inputFields.js';
import { requestInput } from '../../reply/inputRequest.js';
import { isFullUrl } from '../../text/link.js';
import { optional } from '../../fields/field.js';

const optionsSchema = z.looseObject({
  ...variableField,
  isRequired: optional(
    z.boolean(),
    'Whether a file must be sent; when not, people can go on without one.',
    { title: 'A file must be sent', default: true },
  ),
  isMultipleAllowed: optional(
    z.boolean(),
    'Whether several files are kept; only the first one otherwise.',
    { title: 'Several files', default: false },
  ),
  labels: optional(
    z.looseObject({
      placeholder: optional(z.string(), 'The text of the field, as HTML.', {
        title: 'Text in the field',
        control: 'CODE',
        language: 'HTML',
        isTranslatable: true,
        isOnCanvas: true,
      }),
      button: optional(z.string(), 'The text on the button that sends the files.', {
        title: 'Button: send',
        default: 'Upload',
        isTranslatable: true,
      }),
      clear: optional(z.string(), 'The text on the button that removes the chosen files.', {
        title: 'Button: clear',
        default: 'Clear',
        isTranslatable: true,
      }),
      skip: optional(z.string(), 'The text on the button that goes on without a file.', {
        title: 'Button: skip',
        default: 'Skip',
        isTranslatable: true,
        showsWhen: { isRequired: [false] },
      }),
      success: optional(
        z.looseObject({
          single: optional(z.string(), 'What is shown after one file.', {
            title: 'One file',
            default: 'File uploaded',
            isTranslatable: true,
          }),
          multiple: optional(
            z.string(),
            'What is shown after several files; {total} is their number.',
            { title: 'Several files', default: '{total} files uploaded', isTranslatable: true },
          ),
        }),
        'What is shown once files are uploaded.',
        { title: 'Shown after an upload' },
      ),
    }),
    'Texts of the field.',
    { title: 'Texts' },
  ),
  visibility: optional(
    z.enum(['Auto', 'Public', 'Private']),
    'Who may read the files: everybody, or only members of the workspace. Auto is everybody, except for files that came through a messenger.',
    {
      title: 'Who may read them',
      default: 'Auto',
      labels: { Auto: 'Automatic', Public: 'Everybody', Private: 'Members of the workspace' },
    },
  ),
  allowedFileTypes: optional(
    z.looseObject({
      isEnabled: optional(z.boolean(), 'Whether only these are taken.', {
        title: 'On',
        default: false,
      }),
      types: optional(
        z.array(z.string()),
        'Endings such as .png, or media types such as image/* and application/pdf.',
        { title: 'Kinds', isLiteral: true },
      ),
    }),
    'The kinds of file that are taken; all of them without.',
    { title: 'Kinds of file' },
  ),
  sizeLimit: optional(
    z.number(),
    'The largest file the client takes, in MB; in flows of version 5.',
    { title: 'Largest file', unit: 'MB', deprecated: true },
  ),
  capture: optional(
    z.enum(['environment', 'user']),
    'The camera a phone opens: the one at its back or the one in front.',
    { title: 'Camera', labels: { environment: 'At the back', user: 'In front' } },
  ),
});

type Options = z.infer<typeof optionsSchema>;

/** Asks for files, which the client uploads; their addresses are stored. */
export const file = defineBlock({
  type: 'file input',
  holds: 'FILE',
  family: 'input',
  label: 'File upload',
  icon: 'upload',
  searchWords: ['document', 'attachment', 'photo'],
  summary: 'Asks for one or several files.',
  example: {
    options: { isRequired: false, allowedFileTypes: { isEnabled: true, types: ['.pdf'] } },
  },
  schema: schemaOf('file input', optionsSchema),
  *faults({ options = {} }) {
    const types = typesOf(options) ?? [];
    const isTooSmall = options.sizeLimit !== undefined && options.sizeLimit <= 0;
    if (isTooSmall) yield { code: 'FILES_IMPOSSIBLE', path: 'options.sizeLimit' };
    if (types.length > 0 && !types.some(isTypeOfFiles))
      yield { code: 'FILES_IMPOSSIBLE', about: types[0], path: 'options.allowedFileTypes.types' };
  },
  enter: requestInput,
  answers: ({ options = {} }) => {
    const one = sampleFile(typesOf(options));
    return [
      ...typed('typical', one),
      ...(options.isMultipleAllowed ? typed('boundary', `${one}, ${one}`) : []),
      ...typed('invalid', 'no file', ...(typesOf(options)?.length ? [sampleFile(['.zzz'])] : [])),
      ...typed('empty', ''),
    ];
  },
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
