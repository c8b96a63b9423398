import {
  isJsonRecord,
  parseJson,
  type BotTestStep,
  type TurnEvent,
  type UserMessage,
} from '../engine/index.js';
import type { ReplayInput, ReplayResult } from '../schema/chatReplay.js';
import type { Mask } from './maskAnswers.js';
import { offeredIn, type StepPlace } from './stepInput.js';

/** A turn of a chat that took place. */
export interface TurnTaken {
  readonly input: ReplayInput;
  readonly results: readonly ReplayResult[];
  readonly events: readonly TurnEvent[];
}

/** The step of a test by which a visitor does what they did in a turn. */
export function stepOfInput(taken: TurnTaken, place: StepPlace, mask: Mask): BotTestStep {
  const { input, results } = taken;
  if (input.type === 'handback') return { handBack: input.exit };
  const { message = {} } = input;
  const { at } = place.session;
  if (message.command !== undefined) return { command: message.command };
  if (at?.waitsFor === 'client') return reported(message, place, mask);
  if (place.input?.type === 'payment input') {
    return { pay: isPaid(results, at?.blockId) ?? message.text === 'Success' };
  }
  return answered({ ...taken, message }, place, mask);
}

function answered(
  { message, events }: Pick<TurnTaken, 'events'> & { readonly message: UserMessage },
  place: StepPlace,
  mask: Mask,
): BotTestStep {
  const files = filesIn(message, place);
  if (files.length > 0) {
    return { upload: files.map(({ name, ...rest }) => ({ name: mask.file(name), ...rest })) };
  }
  const item = itemFor(message, place);
  if (item !== undefined) return { choose: item };
  const isRefused = asksAgain(events, place.session.at?.blockId);
  return { say: mask.answer(message.text ?? '', { input: place.input, isRefused }) };
}

function reported({ text }: UserMessage, { session, flow }: StepPlace, mask: Mask): BotTestStep {
  if (flow?.block(session.at?.blockId ?? '')?.block.type === 'webhook') {
    return { webhook: mask.value(webhookBodyOf(text)) };
  }
  return { report: text === undefined ? null : mask.text(text) };
}

/** What a webhook is called with, of what a client would report. */
export function webhookBodyOf(report = ''): unknown {
  const sent = parseJson(report);
  return isJsonRecord(sent) ? (sent['data'] ?? {}) : {};
}

/** Whether a payment was found to be made; undefined where nobody kept that. */
function isPaid(
  results: readonly ReplayResult[],
  blockId: string | undefined,
): boolean | undefined {
  const found = results.flatMap((one) =>
    one.block === blockId && 'result' in one && one.result.ok ? [one.result.value] : [],
  );
  const status = found.find((value) => typeof value === 'string');
  return status === undefined ? undefined : status === 'paid';
}

interface FileSent {
  readonly name: string;
  readonly bytes?: number;
}

function filesIn(message: UserMessage, { input }: StepPlace): FileSent[] {
  const { text = '', attachedFileUrls = [], audioUrl, uploads = [] } = message;
  const isAnswer = input?.type === 'file input' && /^https?:/.test(text);
  const urls = isAnswer ? text.split(', ') : [...attachedFileUrls];
  if (audioUrl !== undefined) urls.push(audioUrl);
  return urls.map((url) => {
    const bytes = uploads.find((upload) => upload.url === url)?.bytes;
    return { name: nameIn(url), ...(bytes !== undefined && { bytes }) };
  });
}

/** The most characters of the name of a file. */
const MAX_NAME = 200;

function nameIn(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  return path.slice(path.lastIndexOf('/') + 1).slice(-MAX_NAME) || 'file';
}

/** In characters. */
const MAX_LABEL = 200;

/** The item that was chosen: its text where no other item has it, else its id. */
function itemFor({ replyId, text = '' }: UserMessage, { input }: StepPlace): string | undefined {
  const items = offeredIn(input);
  const named = (label: string) => items.filter((item) => item.label.trim() === label.trim());
  const [typed, ...others] = named(text);
  const chosen =
    items.find(({ id }) => id === replyId) ?? (others.length === 0 ? typed : undefined);
  if (!chosen) return undefined;
  const { id, label } = chosen;
  const isOwn = label.trim() !== '' && label.length <= MAX_LABEL && named(label).length === 1;
  return isOwn ? label : id;
}

/** Whether a turn asks again what was asked before it. */
function asksAgain(events: readonly TurnEvent[], blockId: string | undefined): boolean {
  const last = events.findLast((event) => event.kind === 'input');
  return last?.kind === 'input' && last.input.id === blockId;
}
