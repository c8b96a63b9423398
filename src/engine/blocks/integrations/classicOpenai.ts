import {
  defineBlock,
  type BlockContext,
  type BlockResult,
  type VariableWrite,
} from '../kind/block.js';
import { noFaults } from '../kind/blockFault.js';
import { schemaOf } from '../kind/blockFields.js';
import {
  classicMessages,
  type ClassicOpenaiOptions,
  classicOpenaiOptionsSchema,
  requestOpenai,
} from '../../integrations/classicOpenai.js';
import type { ForgeEffect } from '../../interpreter/effect.js';
import { failureLog, warningLogs } from '../../interpreter/failureLog.js';
import type { JsonRecord } from '../../documents/jsonRecord.js';
import { bubbleSaying, isStreamedByClient, textOutput } from '../../integrations/streamedText.js';
import { imageSize } from '../../integrations/imageSize.js';
import type { Log } from '../../reply/reply.js';
import { toValue, type Value } from '../../values/value.js';

/** Generates an answer, a picture or speech with OpenAI; the older block, from before vendors had actions. */
export const classicOpenai = defineBlock({
  type: 'OpenAI',
  family: 'integration',
  label: 'OpenAI (older block)',
  icon: 'spark',
  searchWords: ['gpt', 'ai', 'chatgpt', 'model'],
  summary: 'Lets OpenAI answer, paint or speak; the newer OpenAI block can do more.',
  leaves:
    'Messages, descriptions of pictures, and texts to read aloud go to OpenAI, or to the address of the credentials; OpenAI ' +
    'fetches images that a message names.',
  repeats: 'The model is asked again, which is paid for again.',
  example: {
    options: {
      credentialsId: 'cred_1',
      task: 'Create chat completion',
      messages: [{ id: '1', role: 'user', content: '{{Name}}' }],
    },
  },
  schema: schemaOf('OpenAI', classicOpenaiOptionsSchema),
  faults: noFaults,
  services: ({ options: { task } = {} }) => (task === undefined ? [] : [`openai: ${task}`]),
  enter: (block, context) => {
    const { id, options = {} } = block;
    const effect = requestOpenai(options, context);
    if (!effect) return skip(id, 'what it is to do is not set up');
    if (!options.credentialsId) return skip(id, 'its credentials are missing', 'error');
    const variableId = messageVariableId(options);
    const saidBy = bubbleSaying(block, variableId, context);
    if (options.task !== CHAT || !isStreamedByClient(saidBy, context)) {
      const watching = { ...effect, ...watched(saidBy, variableId, context) };
      return { go: 'outside', effect: watching, logs: sizeLogs(block, effect) };
    }
    const messages = classicMessages(options.messages, context);
    const payload = { messages: messages.map(({ role, content }) => ({ role, content })) };
    return { go: 'client', action: { type: 'streamAiCompletion', streamAiCompletion: payload } };
  },
  resume: (answer, block, context) => {
    const { id, options = {} } = block;
    if (!answer.ok) {
      return { go: 'next', logs: [failureLog(`Block ${id} (OpenAI) failed`, answer.error)] };
    }
    const { output, ...shown } = textOutput(answer, MESSAGE);
    const logs = warningLogs(answer, `Block ${id} (OpenAI)`);
    return {
      go: 'next',
      set: writesOf(options, output, context),
      ...shown,
      ...(logs.length > 0 && { logs }),
    };
  },
});

const CHAT = 'Create chat completion';
const MESSAGE = 'Message content';

function skip(id: string, reason: string, status: 'info' | 'error' = 'info'): BlockResult {
  return { go: 'next', logs: [{ status, description: `Skipped block ${id}: ${reason}` }] };
}

/** Why a picture gets another size than the block says. */
function sizeLogs(
  { id, options }: { readonly id: string; readonly options?: ClassicOpenaiOptions | undefined },
  { options: asked }: ForgeEffect,
): Log[] {
  const size = options?.task === 'Create image' ? options.advancedOptions?.size : undefined;
  const { why } = imageSize({ ...asked, size }) ?? {};
  return why === undefined ? [] : [{ status: 'info', description: `Block ${id} (OpenAI): ${why}` }];
}

/** The parts of an answer and the variables they go into; what is mapped usually is where a row does not say. */
function mappedItems(options: ClassicOpenaiOptions): { item: string; variableId: string }[] {
  if (options.task === 'Create speech') return [];
  const usual = options.task === 'Create image' ? 'Image URL' : MESSAGE;
  return (options.responseMapping ?? []).flatMap(({ valueToExtract, variableId }) =>
    variableId === undefined ? [] : [{ item: valueToExtract || usual, variableId }],
  );
}

function messageVariableId(options: ClassicOpenaiOptions): string | undefined {
  return mappedItems(options).find(({ item }) => item === MESSAGE)?.variableId;
}

function writesOf(
  options: ClassicOpenaiOptions,
  output: JsonRecord,
  context: BlockContext,
): VariableWrite[] {
  const saved = options.task === 'Create speech' ? options.saveUrlInVariableId : undefined;
  const items = [
    ...mappedItems(options),
    ...(saved === undefined ? [] : [{ item: 'URL', variableId: saved }]),
  ];
  return items.flatMap(({ item, variableId }) => {
    if (!Object.hasOwn(output, item)) return [];
    const write = { variableId, value: toValue(output[item]) };
    return item === MESSAGE ? appended([write], context) : [write];
  });
}

/** Where the text goes into a list, the bubble shows the whole list and not only the new text. */
function watched(
  saidBy: string | undefined,
  variableId: string | undefined,
  context: BlockContext,
): Partial<ForgeEffect> {
  return saidBy === undefined || isList(context.value(variableId)) ? {} : { saidBy };
}

/** A list gets the text appended, so that it can hold the dialogue so far. */
function appended(writes: readonly VariableWrite[], context: BlockContext): VariableWrite[] {
  return writes.map(({ variableId, value }) => {
    const held = context.value(variableId);
    return { variableId, value: isList(held) ? [...held, String(value ?? '')] : value };
  });
}

function isList(held: Value): held is readonly (string | null)[] {
  return held !== null && typeof held !== 'string';
}
