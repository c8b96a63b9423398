import type { ChatInput } from '@parley/client';
import { recordOf, textIn } from '../json.js';
import type { Answer } from '../chat/chat.js';

/** What each kind of input is given. */
export interface InputProps {
  readonly input: ChatInput;
  readonly answer: (answer: Answer) => void;
  /** What the field holds at first. */
  readonly prefilled: string;
}

/** The texts of an input that its author may set. */
export function labelsOf({ options }: ChatInput): Readonly<Record<string, unknown>> {
  return recordOf(recordOf(options)['labels']);
}

/** A text of an input, or the one that is usual. */
export function labelOf(input: ChatInput, name: string, usual: string): string {
  return textIn(labelsOf(input)[name]) || usual;
}
