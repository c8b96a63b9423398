import { z } from 'zod';
import {
  defineBlock,
  type ParsedReply,
  type BlockContext,
  type UploadVisibility,
  type UserMessage,
  type VariableWrite,
} from '../kind/block.js';
import { labelsSchema, schemaOf } from '../kind/blockFields.js';
import { rejectNamed } from '../kind/namedUploads.js';
import { variableField } from '../kind/inputFields.js';
import { requestInput } from '../../reply/inputRequest.js';
import { variableIdSchema } from '../../documents/optionMeaning.js';

const uploadsSchema = z.looseObject({
  isEnabled: z.boolean().optional().describe('Whether they may be sent; default false.'),
  saveVariableId: variableIdSchema.optional().describe('The variable their addresses are kept in.'),
  visibility: z
    .enum(['Auto', 'Public', 'Private'])
    .optional()
    .describe(
      'Who may read them: everybody, or only members of the workspace. Auto, the default, is everybody, except for files that came through a messenger.',
    ),
});

const optionsSchema = z.looseObject({
  ...variableField,
  labels: labelsSchema.optional().describe('Texts of the field; placeholder "Type your answer…".'),
  isLong: z.boolean().optional().describe('Whether the field has several lines; default false.'),
  inputMode: z
    .enum(['text', 'decimal', 'numeric', 'tel', 'search', 'email', 'url'])
    .optional()
    .describe('The keyboard a phone shows.'),
  attachments: uploadsSchema.optional().describe('Files sent along with the text.'),
  audioClip: uploadsSchema.optional().describe('A recording sent instead of a text.'),
});

/** Asks for any text, which files may accompany, or for a recording. */
export const text = defineBlock({
  type: 'text input',
  family: 'input',
  summary: 'Asks for a text.',
  example: { options: { variableId: 'vName', labels: { placeholder: 'Your name' } } },
  schema: schemaOf('text input', optionsSchema),
  enter: requestInput,
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
