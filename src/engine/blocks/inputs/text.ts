import { z } from 'zod';
import { defineBlock, type Here, type UserMessage, type VariableWrite } from '../../block.js';
import { blockFields, labelsSchema } from '../../blockFields.js';
import { askUser } from '../../inputRequest.js';

const attachmentsSchema = z.looseObject({
  isEnabled: z.boolean().optional(),
  saveVariableId: z.string().optional(),
  visibility: z.enum(['Auto', 'Public', 'Private']).optional(),
});

/** Asks for any text (engine §3.5). */
export const text = defineBlock({
  type: 'text input',
  family: 'input',
  summary: 'Asks for a text.',
  schema: z.looseObject({
    ...blockFields,
    type: z.literal('text input'),
    options: z
      .looseObject({
        variableId: z.string().optional(),
        labels: labelsSchema.optional(),
        isLong: z.boolean().optional(),
        attachments: attachmentsSchema.optional(),
      })
      .optional(),
  }),
  enter: askUser,
  hear: (message, { options }, here) => {
    const { text: content = '', attachedFileUrls = [] } = message;
    const { isEnabled = false, saveVariableId } = options?.attachments ?? {};
    if (content === '') return { heard: 'refused' };
    if (!isEnabled || attachedFileUrls.length === 0) return { heard: 'accepted', content };
    const set = savedFiles(attachedFileUrls, saveVariableId, here);
    return { heard: 'accepted', content, attachedFileUrls, set };
  },
});

/** One file is a text, several are a list; a variable that is a list already gets them added. */
function savedFiles(
  urls: NonNullable<UserMessage['attachedFileUrls']>,
  variableId: string | undefined,
  here: Here,
): VariableWrite[] {
  if (variableId === undefined) return [];
  const held = here.value(variableId);
  if (Array.isArray(held)) return [{ variableId, value: [...held, ...urls] }];
  return [{ variableId, value: urls.length === 1 ? urls.join() : urls }];
}
