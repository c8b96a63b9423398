import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3ToolCall,
  LanguageModelV3ToolResultPart,
} from '@ai-sdk/provider';
import type { VendorCall, VendorPorts } from '../vendorAction.js';
import { LONGEST_WAIT } from './attempt.js';
import { countRequest } from './countRequest.js';
import { bytesIn } from './estimate.js';
import { publish, type Said } from './publish.js';
import { readAnswer, type ModelAnswer } from './readAnswer.js';
import type { Toolbox } from './toolbox.js';
import { addUsage, type Usage } from './usage.js';
import { MODEL_ANSWER } from '../answerPieces.js';

/** A request to a model. */
export interface Question {
  /** The name of the model. */
  readonly model: string;
  /** Opens the model for one request. */
  open(fetch: typeof globalThis.fetch): Promise<LanguageModelV3>;
  readonly options: LanguageModelV3CallOptions;
  readonly tools?: Toolbox;
  /** Makes the next request after function calls; by default it repeats the dialogue with their results. */
  follow?(
    options: LanguageModelV3CallOptions,
    answer: ModelAnswer,
    results: LanguageModelV3ToolResultPart[],
  ): LanguageModelV3CallOptions;
  /** Masked in messages of failures. */
  readonly secret: string;
}

/**
 * Requests an answer from a model, and publishes its text as it arrives if somebody may watch. The model may call functions in several
 * rounds. If it is stopped or fails in the middle, the text so far is the answer (see `publish`).
 */
export async function converse(
  ports: VendorPorts,
  call: VendorCall,
  question: Question,
): Promise<Said> {
  const { origin } = call;
  const counted = { vendor: call.effect.type, model: question.model, botId: origin.botId };
  return publish(call, [question.secret], async (text, signal) => {
    let options = { ...question.options, abortSignal: signal };
    let usage: Usage = {};
    let reads = bytesIn(question.options);
    for (let round = 0; ; round += 1) {
      const callKey =
        origin.callKey && round > 0 ? `${origin.callKey}-${round + 1}` : origin.callKey;
      const fetch = ports.http.openFetch({
        timeoutMs: LONGEST_WAIT,
        bounds: MODEL_ANSWER,
        callKey,
      });
      const request = { ...counted, reads, signal };
      const answer = await countRequest(ports, request, async ({ writes }) =>
        readAnswer(await question.open(fetch), options, { say: text.add, writes }),
      );
      usage = addUsage(usage, answer.usage);
      if (answer.calls.length === 0) return { text: text.soFar(), usage, id: answer.id };
      if (round === MOST_ROUNDS) throw new Error(TOO_MANY_ROUNDS);
      const results = await resultsOf(question.tools, answer.calls, signal);
      reads += bytesIn([answer.message, results]);
      options = { ...options, ...(question.follow ?? goOn)(options, answer, results) };
    }
  });
}

/** Rounds of function calls, at most. */
export const MOST_ROUNDS = 6;
/** The message for a model that exceeds them. */
export const TOO_MANY_ROUNDS = `it called functions in more than ${MOST_ROUNDS} rounds`;

/** Runs the calls one after the other, in the model's order. */
async function resultsOf(
  tools: Toolbox | undefined,
  calls: readonly LanguageModelV3ToolCall[],
  signal: AbortSignal,
): Promise<LanguageModelV3ToolResultPart[]> {
  const results: LanguageModelV3ToolResultPart[] = [];
  for (const { toolCallId, toolName, input } of calls) {
    const result = await tools?.call(toolName, input, signal);
    signal.throwIfAborted();
    const { text: value, isFailure } = result ?? {
      text: 'There are no functions',
      isFailure: true,
    };
    const output = isFailure
      ? ({ type: 'error-text', value } as const)
      : ({ type: 'text', value } as const);
    results.push({ type: 'tool-result', toolCallId, toolName, output });
  }
  return results;
}

const goOn: NonNullable<Question['follow']> = ({ prompt }, { message }, content) => ({
  prompt: [...prompt, message, { role: 'tool', content }],
});
