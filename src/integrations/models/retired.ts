import { z } from 'zod';
import { whyFailed } from './whyFailed.js';

/** Models or an interface that a vendor has switched off, and the replacement that it names. */
interface Retirement {
  /** The type of its credentials. */
  readonly vendor: string;
  readonly name: string;
  /** Names of models, or of an interface. */
  readonly gone: readonly string[];
  /** The day, as in 2026-01-31. */
  readonly since: string;
  readonly instead?: string;
}

/** The interface of assistants. */
export const ASSISTANTS = 'its Assistants API';

/**
 * Looked up on 2026-11-23 at the URLs in the comments. Models are not replaced automatically: a successor has another price and other
 * options, and services of other makers may still have the model, so the author decides.
 */
const RETIRED: readonly Retirement[] = [
  // https://developers.openai.com/api/docs/deprecations, as copied on
  // https://dev.to/importstatic/every-openai-model-shutdown-date-until-january-2027-and-what-replaces-it-1dfk (2026-10-15); that it
  // happened: https://docs.apiyi.com/live/2026-10/openai-legacy-models-retired.md (2026-10-24)
  ofOpenai('2026-10-23', ['gpt-3.5-turbo', 'gpt-3.5-turbo-0125'], 'gpt-5.6-terra'),
  ofOpenai('2026-10-23', ['o4-mini', 'o4-mini-2025-04-16'], 'gpt-5.6-terra'),
  ofOpenai('2026-10-23', ['gpt-4', 'gpt-4-0613', 'gpt-4-1106-preview'], 'gpt-5.6-sol'),
  ofOpenai('2026-10-23', ['gpt-4-turbo', 'gpt-4-turbo-2024-04-09'], 'gpt-5.6-sol'),
  ofOpenai('2026-10-23', ['gpt-4o-2024-05-13', 'o1', 'o1-2024-12-17'], 'gpt-5.6-sol'),
  ofOpenai('2026-10-23', ['o3-mini', 'o3-mini-2025-01-31'], 'gpt-5.6-sol'),
  ofOpenai('2026-10-23', ['gpt-4.1-nano', 'gpt-4.1-nano-2025-04-14']),
  // https://developers.openai.com/api/reference/resources/images/methods/generate
  ofOpenai('2026-10-23', ['gpt-image-1'], 'gpt-image-2.5-flare or gpt-image-2.5-sunburst'),
  ofOpenai('2026-05-12', ['dall-e-2', 'dall-e-3'], 'a GPT image model'),
  // Announced at https://developers.openai.com/api/docs/deprecations for future days.
  ofOpenai(
    '2026-12-01',
    ['gpt-image-1-mini', 'gpt-image-1.5', 'gpt-image-1.5-2025-12-16', 'chatgpt-image-latest'],
    'gpt-image-2.6-sunburst or gpt-image-2.6-flare',
  ),
  ofOpenai('2026-12-11', ['gpt-5', 'gpt-5-2025-08-07'], 'gpt-6.1-sol'),
  ofOpenai('2026-12-11', ['gpt-5-mini', 'gpt-5-mini-2025-08-07'], 'gpt-6.1-terra'),
  ofOpenai('2026-12-11', ['gpt-5-nano', 'gpt-5-nano-2025-08-07', 'gpt-5-pro', 'o3', 'o3-pro']),
  // The named replacement uses another interface.
  ofOpenai('2027-01-06', ['tts-1', 'tts-1-hd', 'gpt-4o-mini-tts']),
  ofOpenai('2027-01-14', ['gpt-4o', 'gpt-4o-mini', 'gpt-4.1', 'gpt-4.1-mini'], 'gpt-6-luna'),
  ofOpenai(
    '2027-02-26',
    ['whisper-1', 'gpt-4o-transcribe', 'gpt-4o-mini-transcribe', 'gpt-4o-transcribe-diarize'],
    'gpt-transcribe',
  ),
  // https://developers.openai.com/api/docs/assistants/migration
  ofOpenai('2026-08-26', [ASSISTANTS], 'its Responses API (the action "Ask Model")'),
  // https://developersdigest.tech/blog/deepseek-chat-to-v4-migration-guide (2026-06-11), and the name of today:
  // https://api-docs.deepseek.com/zh-cn/quick_start/pricing
  {
    ...{ vendor: 'deepseek', name: 'DeepSeek', gone: ['deepseek-chat', 'deepseek-reasoner'] },
    ...{ since: '2026-07-24', instead: 'deepseek-flash' },
  },
  // https://docs.perplexity.ai/docs/agent-api/migrate-from-sonar/how-to; the day: https://docs.stigg.io/documentation/ai-agents/providers/perplexity
  {
    ...{ vendor: 'perplexity', name: 'Perplexity', since: '2026-09-27' },
    gone: ['sonar-reasoning', 'sonar-reasoning-pro', 'sonar-deep-research'],
    instead: 'perplexity/sonar, or a model of another maker such as openai/gpt-5.1,',
  },
];

function ofOpenai(since: string, gone: string[], instead?: string): Retirement {
  return { vendor: 'openai', name: 'OpenAI', gone, since, ...(instead && { instead }) };
}

/**
 * The failure of a request. If the request was refused because the vendor has switched off what it asked for, the failure says so;
 * otherwise it is unchanged.
 */
export function orRetired(error: unknown, vendor: string, asked: string | undefined): unknown {
  const retirement = retirementOf(vendor, asked, new Date());
  if (!retirement || !refusedSchema.safeParse(error).success) return error;
  const { name, since, instead } = retirement;
  const replacement = instead === undefined ? '' : ` and names ${instead} in its place`;
  return new Error(`${name} switched ${asked} off on ${since}${replacement}; ${whyFailed(error)}`);
}

/** The retirement of a model or an interface, if it is in effect on a day (UTC). */
export function retirementOf(
  vendor: string,
  asked: string | undefined,
  day: Date,
): Retirement | undefined {
  const today = day.toISOString().slice(0, 10);
  return RETIRED.find(
    ({ vendor: of, gone, since }) =>
      of === vendor && since <= today && gone.some((goneName) => goneName === asked),
  );
}

/** The statuses with which vendors refuse unknown names and paths. */
const refusedSchema = z.object({ statusCode: z.literal([400, 404, 405, 410, 422]) });
