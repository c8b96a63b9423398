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

/** The answer of a model to one request. */
export interface ModelAnswer {
  /** The answer as a message of the dialogue, for the next request. */
  readonly message: Extract<LanguageModelV3Message, { role: 'assistant' }>;
  /** The functions that the model calls. */
  readonly calls: readonly LanguageModelV3ToolCall[];
  readonly usage: Usage;
  /** The service's id of the answer, if it keeps it. */
  readonly id?: string | undefined;
}

type Content = ModelAnswer['message']['content'];

/** Sends a request to a model and reads the whole answer; `say` is called with each piece of the text. Throws on failure. */
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

/** The output in a part that vendors charge for; empty for other parts, such as the start of the answer. */
function writtenIn(part: LanguageModelV3StreamPart): string {
  return WRITTEN.has(part.type) && 'delta' in part ? part.delta : '';
}

const WRITTEN = new Set(['text-delta', 'reasoning-delta', 'tool-input-delta']);

/** The number of function calls that start with a part. */
function startsCall({ type }: LanguageModelV3StreamPart): number {
  return type === 'tool-input-start' ? 1 : 0;
}

function assertFew(calls: number): void {
  if (calls > MOST_CALLS) throw new Error(`it called more than ${MOST_CALLS} functions at once`);
}

/** Function calls in an answer, at most: more are of no use, and their results would all be sent back. */
const MOST_CALLS = 100;

/** The usage; undefined if the service did not mark the end of its answer, in which case the libraries report the reason `other`. */
function wholeUsage({ finishReason: { unified, raw }, usage }: Finish): Usage | undefined {
  return unified !== 'other' || raw !== undefined ? usageOf(usage) : undefined;
}

type Finish = Extract<LanguageModelV3StreamPart, { type: 'finish' }>;

/** Whether a part is a call of one of our functions; the vendor runs its own. */
function isOurs(part: LanguageModelV3StreamPart): part is LanguageModelV3ToolCall {
  return part.type === 'tool-call' && !part.providerExecuted;
}

function addPart(content: Content, part: LanguageModelV3StreamPart): void {
  if (part.type === 'text-start') content.push({ type: 'text', text: '' });
  if (part.type === 'reasoning-start') content.push({ type: 'reasoning', text: '' });
  if (isOurs(part)) content.push(callOf(part));
  continueLast(content.at(-1), part);
}

/** Appends pieces of text and reasoning. Metadata that the vendor needs back comes at the end of reasoning. */
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
