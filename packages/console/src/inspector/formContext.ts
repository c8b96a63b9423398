import type { JsonObject } from '@parley/client';
import type { BotIssuesQuery } from '@parley/client/dashboard';
import { createContext, useContext } from 'react';
import type { Field, Keys } from './formModel.js';

/** Something that is wrong with the draft. */
export type Issue = NonNullable<BotIssuesQuery['bot']>['issues'][number];

/** The document that a form is about. */
export interface Form {
  readonly document: JsonObject;
  readonly fields: readonly Field[];
  /** What is wrong with it. */
  readonly issues: readonly Issue[];
  /** The type of the block, where the document is one. */
  readonly blockType?: string | undefined;
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
