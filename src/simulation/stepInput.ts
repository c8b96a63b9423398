import type { BotTestStep, Flow, InputRequest, Session, UserMessage } from '../engine/index.js';
import type { TurnInput } from '../chat/openTurn.js';
import { itemLabel } from './chatLines.js';

/** A chat at the moment of a step of its test. */
export interface StepPlace {
  readonly session: Session;
  /** The flow of the open bot. */
  readonly flow: Flow | undefined;
  /** The input that the visitor sees. */
  readonly input: InputRequest | undefined;
}

/** Where uploads of a test are. */
const UPLOADS = 'https://files.example/';

/** What a step sends, or why a visitor could not do it. */
type Given = TurnInput['input'] | { readonly refusal: string };

/** What a step of a test sends; or why a visitor could not do it there. */
export function inputOfStep(step: BotTestStep, place: StepPlace): Given {
  const { session, input } = place;
  const { say, command, choose, upload } = step;
  if (session.phase === 'ended') return { refusal: 'The chat is over, so that nobody can go on' };
  if (say !== undefined) return message({ text: say });
  if (command !== undefined) return message({ command });
  if (choose !== undefined) return chosen([choose].flat(), input);
  if (upload !== undefined) return uploaded([upload].flat(), input);
  return inputFromOutside(step, place);
}

/** What comes from a person who answers in place of the bot, or from who takes payments. */
function inputFromOutside({ handBack, pay, ...step }: BotTestStep, place: StepPlace): Given {
  if (handBack !== undefined) {
    if (place.session.at?.waitsFor === 'agent') return { type: 'handback', exit: handBack };
    return { refusal: 'The chat does not wait for a person' };
  }
  if (pay === undefined) return reported(step, place);
  if (place.input?.type === 'payment input') return message({ text: 'Success' });
  return { refusal: 'The chat asks for no payment' };
}

/** What comes from the client, or through a webhook. */
function reported({ report, webhook }: BotTestStep, { session, flow }: StepPlace): Given {
  const { at } = session;
  if (at?.waitsFor !== 'client') return { refusal: 'The chat does not wait for the client' };
  if (report !== undefined) return message(report === null ? undefined : { text: report });
  if (flow?.block(at.blockId)?.block.type === 'webhook') {
    return message({ text: JSON.stringify({ statusCode: 200, data: webhook }) });
  }
  return { refusal: 'The chat does not wait for a call of a webhook' };
}

function message(sent: UserMessage | undefined): TurnInput['input'] {
  return { type: 'message', message: sent };
}

/** An item that is offered, or a button of one. */
interface Item {
  readonly id: string;
  readonly label: string;
}

function chosen(names: readonly string[], input: InputRequest | undefined): Given {
  const items = offeredIn(input);
  const found = names.map((name) =>
    items.find(({ id, label }) => id === name || label.trim() === name.trim()),
  );
  const missing = names.find((_, index) => !found[index]);
  if (missing !== undefined) {
    const offered = items.map(({ label }) => label).join(' | ');
    return { refusal: `There is no "${missing}" to choose: ${offered || 'nothing is offered'}` };
  }
  const [first, ...others] = found.flatMap((item) => item ?? []);
  const text = [first, ...others].map((item) => item?.label ?? '').join(', ');
  return message({ text, ...(first && others.length === 0 && { replyId: first.id }) });
}

/** Everything that may be chosen at an input. */
export function offeredIn(input: InputRequest | undefined): Item[] {
  return (input?.items ?? []).flatMap(itemsOf);
}

/** An item, and the buttons of a card. */
function itemsOf(item: Readonly<Record<string, unknown>>): Item[] {
  const paths: readonly unknown[] = Array.isArray(item['paths']) ? item['paths'] : [];
  const buttons = paths.flatMap((path) =>
    isNamed(path) ? [{ id: path.id, label: String(path.text ?? '') }] : [],
  );
  return [{ id: String(item['id']), label: itemLabel(item) }, ...buttons];
}

function isNamed(path: unknown): path is { readonly id: string; readonly text?: unknown } {
  return typeof path === 'object' && path !== null && 'id' in path && typeof path.id === 'string';
}

function uploaded(
  files: readonly { readonly name: string; readonly bytes?: number | undefined }[],
  input: InputRequest | undefined,
): TurnInput['input'] {
  const uploads = files.map(({ name, bytes = 1_000 }) => ({
    url: UPLOADS + encodeURIComponent(name),
    bytes,
  }));
  const urls = uploads.map(({ url }) => url);
  const sent =
    input?.type === 'file input' ? { text: urls.join(', ') } : { text: '', attachedFileUrls: urls };
  return message({ ...sent, uploads });
}
