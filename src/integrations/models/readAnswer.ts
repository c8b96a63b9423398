import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3Message,
  LanguageModelV3StreamPart,
  LanguageModelV3ToolCall,
} from '@ai-sdk/provider';
import { z } from 'zod';
import { parsedAs } from '../parsedAs.js';
import type { Tally } from './countRequest.js';
import { usageOf, type Usage } from './usage.js';
import { BROKEN_OFF } from './whyFailed.js';

/** What a model answered to one request. */
export interface ModelAnswer {
  /** The answer as a message of the dialogue, for the next request. */
  readonly message: Extract<LanguageModelV3Message, { role: 'assistant' }>;
  /** The functions that the model wants to be called. */
  readonly calls: readonly LanguageModelV3ToolCall[];
  readonly usage: Usage;
  /** By which the service knows the answer, if it keeps it. */
  readonly id?: string | undefined;
}

type Content = ModelAnswer['message']['content'];

/** Asks a model and reads its answer to the end; `say` is called with each piece of the text. Throws what went wrong. */
export async function readAnswer(
  model: LanguageModelV3,
  options: LanguageModelV3CallOptions,
  { say, writes }: Pick<Tally, 'writes'> & { say(text: string): void },
): Promise<ModelAnswer> {
  const { stream } = await model.doStream(options);
  const content: Content = [];
  const calls: LanguageModelV3ToolCall[] = [];
  let usage: Usage | undefined;
  let begun = 0;
  let id: string | undefined;
  for await (const part of stream) {
    if (part.type === 'error') throw part.error;
    if (part.type === 'text-delta') say(part.delta);
    writes(writtenIn(part));
    if (part.type === 'response-metadata') id = part.id ?? id;
    if (part.type === 'finish') usage = wholeUsage(part);
    begun += startsCall(part);
    assertFew(begun);
    if (isOurs(part)) calls.push(part);
    addPart(content, part);
  }
  if (!usage) throw new Error(BROKEN_OFF);
  return { message: { role: 'assistant', content }, calls, usage, id };
}

/** What vendors charge for as written; empty where it is something else, such as the beginning of the answer. */
function writtenIn(part: LanguageModelV3StreamPart): string {
  return WRITTEN.has(part.type) && 'delta' in part ? part.delta : '';
}

const WRITTEN = new Set(['text-delta', 'reasoning-delta', 'tool-input-delta']);

/** How many calls of functions begin with this part. */
function startsCall({ type }: LanguageModelV3StreamPart): number {
  return type === 'tool-input-start' ? 1 : 0;
}

function assertFew(calls: number): void {
  if (calls > MOST_CALLS) throw new Error(`it called more than ${MOST_CALLS} functions at once`);
}

/** In one answer: more are no use to anybody, and their results would be sent. */
const MOST_CALLS = 100;

/** Nothing when the service has not marked the end of its answer: the libraries give the reason `other` then. */
function wholeUsage({ finishReason: { unified, raw }, usage }: Finish): Usage | undefined {
  return unified !== 'other' || raw !== undefined ? usageOf(usage) : undefined;
}

type Finish = Extract<LanguageModelV3StreamPart, { type: 'finish' }>;

/** Functions that the vendor offers run there. */
function isOurs(part: LanguageModelV3StreamPart): part is LanguageModelV3ToolCall {
  return part.type === 'tool-call' && !part.providerExecuted;
}

function addPart(content: Content, part: LanguageModelV3StreamPart): void {
  if (part.type === 'text-start') content.push({ type: 'text', text: '' });
  if (part.type === 'reasoning-start') content.push({ type: 'reasoning', text: '' });
  if (isOurs(part)) content.push(callOf(part));
  continueLast(content.at(-1), part);
}

/** Text and thoughts come in pieces, and what the vendor wants back with thoughts at their end. */
function continueLast(last: Content[number] | undefined, part: LanguageModelV3StreamPart): void {
  if (last?.type !== 'text' && last?.type !== 'reasoning') return;
  if (part.type === 'text-delta' || part.type === 'reasoning-delta') last.text += part.delta;
  if (part.type !== 'reasoning-end' || !part.providerMetadata) return;
  last.providerOptions = part.providerMetadata;
}

function callOf(call: LanguageModelV3ToolCall): Content[number] {
  const { toolCallId, toolName, input, providerMetadata } = call;
  return {
    ...{ type: 'tool-call', toolCallId, toolName, input: parsedAs(inputSchema, input) ?? {} },
    ...(providerMetadata && { providerOptions: providerMetadata }),
  };
}

const inputSchema = z.record(z.string(), z.unknown());
