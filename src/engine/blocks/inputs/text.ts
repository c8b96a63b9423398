import { z } from 'zod';
import {
  defineBlock,
  type ParsedReply,
  type BlockContext,
  type UploadVisibility,
  type UserMessage,
  type VariableWrite,
} from '../kind/block.js';
import { noFaults } from '../kind/blockFault.js';
import { labelsOf, schemaOf } from '../kind/blockFields.js';
import { rejectNamed } from '../kind/namedUploads.js';
import { oneOf, sampleFile, typed } from '../kind/sampleAnswer.js';
import { variableField } from '../kind/inputFields.js';
import { requestInput } from '../../reply/inputRequest.js';
import { variableIdSchema } from '../../documents/optionMeaning.js';
import { optional } from '../../fields/field.js';

const uploadsSchema = z.looseObject({
  isEnabled: optional(z.boolean(), 'Whether they may be sent.', { title: 'On', default: false }),
  saveVariableId: optional(variableIdSchema, 'The variable their addresses are kept in.', {
    title: 'Save addresses in',
  }),
  visibility: optional(
    z.enum(['Auto', 'Public', 'Private']),
    'Who may read them: everybody, or only members of the workspace. Auto is everybody, except for files that came through a messenger.',
    {
      title: 'Who may read them',
      default: 'Auto',
      labels: { Auto: 'Automatic', Public: 'Everybody', Private: 'Members of the workspace' },
    },
  ),
});

const optionsSchema = z.looseObject({
  ...variableField,
  labels: labelsOf('Type your answer…'),
  isLong: optional(z.boolean(), 'Whether the field has several lines.', {
    title: 'Several lines',
    default: false,
  }),
  inputMode: optional(
    z.enum(['text', 'decimal', 'numeric', 'tel', 'search', 'email', 'url']),
    'The keyboard a phone shows.',
    {
      title: 'Keyboard on phones',
      default: 'text',
      labels: {
        decimal: 'Numbers with decimals',
        numeric: 'Whole numbers',
        tel: 'Phone number',
        email: 'E-mail address',
        url: 'Web address',
      },
    },
  ),
  attachments: optional(uploadsSchema, 'Files sent along with the text.', { title: 'Files' }),
  audioClip: optional(uploadsSchema, 'A recording sent instead of a text.', { title: 'Recording' }),
});

/** Asks for any text, which files may accompany, or for a recording. */
export const text = defineBlock({
  type: 'text input',
  family: 'input',
  label: 'Text question',
  icon: 'textField',
  searchWords: ['answer', 'question', 'free', 'text', 'name'],
  summary: 'Asks for a text.',
  example: { options: { variableId: 'vName', labels: { placeholder: 'Your name' } } },
  schema: schemaOf('text input', optionsSchema),
  faults: noFaults,
  enter: requestInput,
  answers: ({ options: { attachments, audioClip } = {} }, draw) => [
    ...typed('typical', oneOf(['Ada', 'Grace Hopper', 'I would like to know more'], draw)),
    ...typed('boundary', 'x', '0', ' ', '\u{1f642} <b>&amp;</b> {{x}}', 'long '.repeat(400)),
    ...typed('empty', ''),
    ...(attachments?.isEnabled
      ? [{ class: 'typical', message: { text: 'Here', attachedFileUrls: [sampleFile()] } } as const]
      : []),
    ...(audioClip?.isEnabled
      ? [{ class: 'typical', message: { audioUrl: sampleFile(['.mp3']) } } as const]
      : []),
  ],
  parseReply: (message, { options = {} }, context) => {
    const { audioUrl } = message;
    const { audioClip } = options;
    if (!audioUrl || !audioClip?.isEnabled) return parseText(message, options, context);
    const rejected = rejectNamed([audioUrl], audioClip, message);
    if (rejected) return rejected;
    return {
      outcome: 'accepted',
      content: audioUrl,
      leavesVariable: true,
      set: savedFiles([audioUrl], audioClip.saveVariableId, context),
    };
  },
  uploads: ({ options: { attachments, audioClip } = {} }) => [
    ...(audioClip?.isEnabled
      ? [{ types: ['audio/*'], visibility: visibilityOf(audioClip), sentAs: 'audioUrl' as const }]
      : []),
    ...(attachments?.isEnabled
      ? [{ visibility: visibilityOf(attachments), sentAs: 'attachedFileUrls' as const }]
      : []),
  ],
});

function visibilityOf({ visibility = 'Auto' }: z.infer<typeof uploadsSchema>): UploadVisibility {
  return visibility;
}

function parseText(
  message: UserMessage,
  { attachments }: z.infer<typeof optionsSchema>,
  context: BlockContext,
): ParsedReply {
  const { text: content = '', attachedFileUrls = [] } = message;
  if (content === '') return { outcome: 'rejected' };
  if (!attachments?.isEnabled || attachedFileUrls.length === 0)
    return { outcome: 'accepted', content };
  const rejected = rejectNamed(attachedFileUrls, attachments, message);
  if (rejected) return rejected;
  const set = savedFiles(attachedFileUrls, attachments.saveVariableId, context);
  return { outcome: 'accepted', content, attachedFileUrls, set };
}

/** One file is stored as a text, several as a list; a variable that is a list already gets them appended. */
function savedFiles(
  urls: NonNullable<UserMessage['attachedFileUrls']>,
  variableId: string | undefined,
  context: BlockContext,
): VariableWrite[] {
  if (variableId === undefined) return [];
  const held = context.value(variableId);
  if (typeof held === 'object' && held !== null) return [{ variableId, value: [...held, ...urls] }];
  return [{ variableId, value: urls.length === 1 ? urls.join() : urls }];
}
