import type { ChatInput } from '@parley/client';
import { recordOf, textIn } from '../json.js';
import type { Answer } from '../chat/chat.js';

/** What the view of each kind of input receives. */
export interface InputProps {
  readonly input: ChatInput;
  readonly answer: (answer: Answer) => void;
  /** The initial text of the field. */
  readonly prefilled: string;
}

/** The texts of an input that its author may set. */
export function labelsOf({ options }: ChatInput): Readonly<Record<string, unknown>> {
  return recordOf(recordOf(options)['labels']);
}

/** A text that the author has set for an input, or the default one. */
export function labelOf(input: ChatInput, name: string, fallback: string): string {
  return textIn(labelsOf(input)[name]) || fallback;
}
