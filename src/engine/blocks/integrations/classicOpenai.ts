import { z } from 'zod';
import {
  defineBlock,
  type AnyBlock,
  type Here,
  type Move,
  type VariableWrite,
} from '../kind/block.js';
import { blockFields } from '../kind/blockFields.js';
import { askOpenai, classicMessages } from '../../integrations/classicOpenai.js';
import {
  classicOpenaiOptionsSchema,
  type ClassicOpenaiOptions,
} from '../../integrations/classicOpenaiOptions.js';
import type { ForgeAsk } from '../../interpreter/effect.js';
import { failureLog } from '../../interpreter/failureLog.js';
import { isJsonRecord, type JsonRecord } from '../../documents/jsonRecord.js';
import { bubbleSaying, streamsInto, takeStreamed } from '../../integrations/streamsInto.js';
import { toValue } from '../../values/toValue.js';
import type { Value } from '../../values/value.js';

/** Lets OpenAI answer or speak, as flows did it before there were vendors' actions (data-model §3.4, engine §6.4). */
export const classicOpenai = defineBlock({
  type: 'OpenAI',
  family: 'integration',
  summary: 'Lets OpenAI answer or speak; the kind named `openai` can do more.',
  example: {
    options: {
      credentialsId: 'cred_1',
      task: 'Create chat completion',
      messages: [{ id: '1', role: 'user', content: '{{Name}}' }],
    },
  },
  schema: z.looseObject({
    ...blockFields,
    type: z.literal('OpenAI'),
    options: classicOpenaiOptionsSchema.optional(),
  }),
  services: ({ options: { task } = {} }) => (task === undefined ? [] : [`openai: ${task}`]),
  enter: (block, here) => {
    const { id, options = {} } = block;
    const ask = askOpenai(options, here);
    if (!ask) return skip(id, 'what it is to do is not set up, or is not done here');
    if (!options.credentialsId) return skip(id, 'its credentials are missing', 'error');
    const variableId = messageVariableId(options);
    if (options.task !== CHAT || !streamsInto(block, variableId, here)) {
      return { go: 'outside', ask: { ...ask, ...shown(block, variableId, here) } };
    }
    const payload = { messages: classicMessages(options.messages, here) };
    return { go: 'client', action: { type: 'streamAiCompletion', streamAiCompletion: payload } };
  },
  resume: (answer, block, here) => {
    const { id, options = {} } = block;
    const variableId = messageVariableId(options);
    const streamed = takeStreamed({ block, variableId }, answer, here);
    if (streamed) {
      return { ...streamed, ...(streamed.set && { set: appended(streamed.set, here) }) };
    }
    if (!answer.ok) {
      return { go: 'next', logs: [failureLog(`Block ${id} (OpenAI) failed`, answer.error)] };
    }
    const output = isJsonRecord(answer.value) ? answer.value : {};
    return { go: 'next', set: writesOf(options, output, here) };
  },
});

const CHAT = 'Create chat completion';
const MESSAGE = 'Message content';

function skip(id: string, reason: string, status: 'info' | 'error' = 'info'): Move {
  return { go: 'next', logs: [{ status, description: `Skipped block ${id}: ${reason}` }] };
}

function mappedItems(options: ClassicOpenaiOptions) {
  if (options.task !== CHAT) return [];
  return (options.responseMapping ?? []).flatMap(({ valueToExtract, variableId }) =>
    variableId === undefined ? [] : [{ item: valueToExtract || MESSAGE, variableId }],
  );
}

function messageVariableId(options: ClassicOpenaiOptions): string | undefined {
  return mappedItems(options).find(({ item }) => item === MESSAGE)?.variableId;
}

function writesOf(options: ClassicOpenaiOptions, output: JsonRecord, here: Here): VariableWrite[] {
  const saved = options.task === 'Create speech' ? options.saveUrlInVariableId : undefined;
  const items = [
    ...mappedItems(options),
    ...(saved === undefined ? [] : [{ item: 'URL', variableId: saved }]),
  ];
  return items.flatMap(({ item, variableId }) => {
    if (!Object.hasOwn(output, item)) return [];
    const write = { variableId, value: toValue(output[item]) };
    return item === MESSAGE ? appended([write], here) : [write];
  });
}

/** Where the text goes into a list, the bubble says all of it, not what comes now. */
function shown(block: AnyBlock, variableId: string | undefined, here: Here): Partial<ForgeAsk> {
  const saidBy = isList(here.value(variableId)) ? undefined : bubbleSaying(block, variableId, here);
  return saidBy === undefined ? {} : { saidBy };
}

/** A list gets what was said added, so that it can be the dialogue so far. */
function appended(writes: readonly VariableWrite[], here: Here): VariableWrite[] {
  return writes.map(({ variableId, value }) => {
    const held = here.value(variableId);
    return { variableId, value: isList(held) ? [...held, String(value ?? '')] : value };
  });
}

function isList(held: Value): held is readonly (string | null)[] {
  return held !== null && typeof held !== 'string';
}
