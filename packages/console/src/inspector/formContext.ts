import type { JsonObject } from '@parley/client';
import { createContext, useContext } from 'react';
import type { Field, Keys } from '../blocks/formModel.js';
import type { Issue } from '../blocks/issueWords.js';

/** Something that is wrong with a member, as its field shows it. */
export type FieldIssue = Pick<Issue, 'level' | 'message' | 'path' | 'fixes'>;

/** The document that a form is about. */
export interface Form {
  readonly document: JsonObject;
  /** Others that what is set is set in, too. */
  readonly others?: readonly JsonObject[];
  readonly fields: readonly Field[];
  /** What is wrong with it. */
  readonly issues: readonly FieldIssue[];
  /** The type of the block, where the document is one. */
  readonly blockType?: string | undefined;
  /** The secrets that are stored, which are not read back: their last characters by their paths; empty for those too short for that. */
  readonly secrets?: ReadonlyMap<string, string>;
  /** Stores the value of a member; null removes it. */
  set(keys: Keys, value: unknown): void;
}

const NONE: Form = { document: {}, fields: [], issues: [], set: () => undefined };

/** The form around a control. */
export const FormContext = createContext<Form>(NONE);

/** The form around a control. */
export function useForm(): Form {
  return useContext(FormContext);
}
