import type { Field, Keys } from '../../blocks/formModel.js';

/** What a control is given: its field, the value, and how that is set. */
export interface ControlProps {
  /** The id of the element that the label names. */
  readonly id: string;
  readonly field: Field;
  readonly keys: Keys;
  /** Undefined where the member is absent. */
  readonly value: unknown;
  /** The id of the help and of what is wrong. */
  readonly describedBy: string;
  readonly isInvalid: boolean;
  /** Stores a value; null removes it. */
  set(value: unknown): void;
}

/** The text of a value that a field shows. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
