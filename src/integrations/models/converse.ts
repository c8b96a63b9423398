import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3ToolCall,
  LanguageModelV3ToolResultPart,
} from '@ai-sdk/provider';
import type { EffectOrigin } from '../../chat/ports.js';
import { startEnd } from '../requestEnd.js';
import type { VendorCall, VendorPorts } from '../vendorActions.js';
import { readAnswer, type ModelAnswer } from './readAnswer.js';
import { collectText, type ReplyText } from './replyText.js';
import type { Toolbox } from './toolbox.js';
import { addUsage, type Usage } from './usage.js';
import { whyFailed } from './whyFailed.js';

/** What a model is asked. */
export interface Question {
  /** Opens the model for one request. */
  open(fetch: typeof globalThis.fetch): Promise<LanguageModelV3>;
  readonly options: LanguageModelV3CallOptions;
  readonly tools?: Toolbox;
  /** The next request, after functions were called; the dialogue so far and their results when absent. */
  follow?(
    options: LanguageModelV3CallOptions,
    answer: ModelAnswer,
    results: LanguageModelV3ToolResultPart[],
  ): LanguageModelV3CallOptions;
  /** Is hidden in reasons of failures. */
  readonly secret: string;
}

/** What a model said. */
export interface Said {
  readonly text: string;
  readonly usage: Usage;
  /** By which the service knows its last answer. */
  readonly id?: string | undefined;
}

/**
 * Lets a model answer, and publishes its text as it arrives when somebody may watch it. It may call functions, in several
 * rounds. When it is stopped, the text so far is the answer; when it fails in the middle, there is none: the reason is
 * thrown, without the secret.
 */
export async function converse(
  ports: VendorPorts,
  call: VendorCall,
  question: Question,
): Promise<Said> {
  const { origin } = call;
  return publish(call, question.secret, async (text, signal) => {
    let options = { ...question.options, abortSignal: signal };
    let usage: Usage = {};
    for (let round = 1; round <= MOST_ROUNDS; round += 1) {
      const callKey = origin.callKey && round > 1 ? `${origin.callKey}-${round}` : origin.callKey;
      const fetch = ports.http.openFetch({ timeoutMs: LONGEST_WAIT, callKey });
      const answer = await readAnswer(await question.open(fetch), options, text.add);
      ports.countTokens({ ...answer.usage, vendor: call.effect.type, botId: origin.botId });
      usage = addUsage(usage, answer.usage);
      if (answer.calls.length === 0) return { text: text.soFar(), usage, id: answer.id };
      const results = await resultsOf(question.tools, answer.calls, signal);
      options = { ...options, ...(question.follow ?? goOn)(options, answer, results) };
    }
    throw new Error(`it called functions in more than ${MOST_ROUNDS - 1} rounds`);
  });
}

/** One more request than rounds of functions. */
const MOST_ROUNDS = 7;

/** Less than the time of a turn; in milliseconds. */
const LONGEST_WAIT = 50_000;

/**
 * Runs what brings a text, within the longest time, and publishes the text as it comes. When it is stopped by somebody, the
 * text so far is the answer. Throws the reason of a failure, without the secret.
 */
async function publish(
  { origin }: VendorCall,
  secret: string,
  run: (text: ReplyText, signal: AbortSignal) => Promise<Said>,
): Promise<Said> {
  const reply = await origin.openReply?.();
  const text = collectText((piece) => reply?.say(piece));
  const wishes = [origin.abandoned, reply?.stopped].filter((wish) => wish !== undefined);
  const end = startEnd(LONGEST_WAIT, wishes);
  try {
    return await run(text, end.signal);
  } catch (error) {
    if (reply?.stopped.aborted) return { text: text.soFar(), usage: {} };
    throw failure(end.signal.aborted ? whyEnded(origin) : whyFailed(error), secret);
  } finally {
    end.close();
  }
}

function whyEnded({ abandoned }: EffectOrigin): string {
  return abandoned?.aborted ? 'the request was stopped' : 'the request took too long';
}

/** Without the error behind it, which may quote secrets. */
function failure(reason: string, secret: string): Error {
  return new Error(`The service failed: ${reason.replaceAll(secret, '***').slice(0, 500)}`);
}

/** One after the other, in the order of the model. */
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
