import type { UserMessage } from '../../documents/userMessage.js';
import { ENDINGS } from './fileType.js';

/** What an answer tries: an everyday one, one at the edge of what is taken, one beyond it, or none at all. */
export type AnswerClass = 'typical' | 'boundary' | 'invalid' | 'empty';

/** A message with which somebody might answer an input. */
export interface SampleAnswer {
  readonly class: AnswerClass;
  readonly message: UserMessage;
}

/** A number in [0, 1): by it a sample is chosen where there are many alike. */
export type Draw = () => number;

/** Answers that are texts. */
export function typed(kind: AnswerClass, ...texts: readonly string[]): SampleAnswer[] {
  return texts.map((text) => ({ class: kind, message: { text } }));
}

/** Answers to an input that offers items: each of them, and a text that none has. */
export function pressedItems(
  items: readonly { readonly id: string; readonly label?: string | null | undefined }[],
): SampleAnswer[] {
  const offered = items
    .slice(0, MAX_PRESSED)
    .map(({ id, label }) => ({
      class: 'typical' as const,
      message: { text: label || id, replyId: id },
    }));
  return [...offered, ...typed('invalid', 'none of these'), ...typed('empty', '')];
}

/** More items than an exploration has to press. */
const MAX_PRESSED = 100;

/** One of the texts. */
export function oneOf(texts: readonly string[], draw: Draw): string {
  return String(texts[Math.floor(draw() * texts.length)]);
}

/** The address of a file of the first of these types, which nobody uploaded. */
export function sampleFile([type = '.png']: readonly string[] = []): string {
  const name = 'https://files.example.com/sample';
  if (!type.includes('/')) return `${name}.${type.replace(/^\./, '')}`;
  const begin = type.replace(/\*$/, '');
  const media = Object.keys(ENDINGS).find((one) => one.startsWith(begin)) ?? 'image/png';
  return `${name}.${String(ENDINGS[media]).split(' ', 1).join()}`;
}
