import type { BlockContext } from '../blocks/kind/block.js';
import {
  SEQUENCE,
  type ClassicMessages,
  type ClassicOpenaiOptions,
} from './classicOpenaiOptions.js';
import type { ForgeEffect } from '../interpreter/effect.js';
import { filledOptions } from './filledOptions.js';
import { imageSize } from './imageSize.js';
import { chatMessages, inTurns, textsIn, type ChatMessage } from './forge/chatMessages.js';
import type { JsonRecord } from '../documents/jsonRecord.js';

/** The request of the classic block in the format of the later one; undefined when the block requests nothing. */
export function requestOpenai(
  options: ClassicOpenaiOptions,
  context: BlockContext,
): ForgeEffect | undefined {
  const { task, credentialsId, baseUrl, apiVersion } = options;
  const wanted = wantedOf(options, context);
  if (task === undefined || !wanted) return undefined;
  return {
    kind: 'forge',
    type: 'openai',
    action: task,
    options: { ...filledOptions({ baseUrl, apiVersion }, context), ...wanted },
    ...(credentialsId !== undefined && { credentialsId }),
  };
}

/** The messages for the model, in order. */
export function classicMessages(
  messages: ClassicMessages = [],
  context: BlockContext,
): ChatMessage[] {
  return messages.flatMap((message) =>
    message.role === SEQUENCE
      ? sequenceOf(message.content, context)
      : chatMessages([message], context),
  );
}

function wantedOf(options: ClassicOpenaiOptions, context: BlockContext): JsonRecord | undefined {
  switch (options.task) {
    case undefined:
      return undefined;
    case 'Create chat completion': {
      const { model = 'gpt-5.6-terra', messages, advancedSettings } = options;
      const told = filledOptions({ model, temperature: advancedSettings?.temperature }, context);
      return { ...told, messages: classicMessages(messages, context) };
    }
    case 'Create image': {
      const { model, prompt, advancedOptions } = options;
      const asked = filledOptions({ model, prompt, size: advancedOptions?.size }, context);
      const { size } = imageSize(asked) ?? {};
      return { ...asked, ...(size !== undefined && { size }) };
    }
    case 'Create speech': {
      const { model, input, voice } = options;
      return filledOptions({ model, input, voice }, context);
    }
  }
}

/** Two lists, one for each side, that alternate; the user begins. */
function sequenceOf(content: JsonRecord = {}, context: BlockContext): ChatMessage[] {
  const asked = textsIn(content['userMessagesVariableId'], context);
  const answered = textsIn(content['assistantMessagesVariableId'], context);
  const turns = Array.from({ length: Math.max(asked.length, answered.length) }, (_, index) => [
    asked[index] ?? '',
    answered[index] ?? '',
  ]);
  return inTurns(turns.flat(), 'user').filter(({ content: text }) => text !== '');
}
