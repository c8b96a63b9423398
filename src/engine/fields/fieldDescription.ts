import type { CodeLanguage, Control } from './field.js';

/** What is done with a variable: it gets a value, its value is used, or visitors see it. */
export type VariableUse = 'SET' | 'READ' | 'SHOWN';

/** A value that a member may have, and its name for people. */
export interface FieldChoice {
  readonly value: string;
  readonly label: string;
  readonly help?: string;
}

/** A member, and the values of it with which another one counts. */
export interface FieldCondition {
  readonly path: string;
  readonly in: readonly unknown[];
}

/**
 * What a form needs to draw a member of a document. `path` leads to it from the document, as in `options.labels.button`; the entries of
 * a list are `items[]`, and a condition on such a path means the same entry.
 */
export interface FieldDescription {
  readonly path: string;
  readonly title: string;
  readonly help: string;
  readonly control: Control;
  /** What an absent member means; shown, never stored. */
  readonly default?: unknown;
  readonly unit?: string;
  readonly min?: number;
  readonly max?: number;
  /** The most characters. */
  readonly maxLength?: number;
  readonly language?: CodeLanguage;
  readonly choices: readonly FieldChoice[];
  /** All must hold; an absent member counts as its default. */
  readonly showsWhen: readonly FieldCondition[];
  readonly isRequired: boolean;
  readonly isSecret: boolean;
  /** Whether it says where the secrets are sent: a change of it must come with them. */
  readonly needsSecrets: boolean;
  readonly isDeprecated: boolean;
  /** Whether a flow can have the text in several languages. */
  readonly isTranslatable: boolean;
  /** The member beside it that answers in its place, which a translation leaves in the base language. */
  readonly keptIn?: string;
  /** Whether it says what the block says or does, so that a canvas shows it. */
  readonly isOnCanvas: boolean;
  /** Of code: with these values, all of them, it is a text that is never run; absent where it always is code. */
  readonly textWhen?: readonly FieldCondition[];
  /** Whether `{{variables}}` in the text are filled in. */
  readonly takesVariables: boolean;
  /** What the block does with the variables that the member names; absent where it names none. */
  readonly variableUse?: VariableUse;
  /** What `{{…}}` in it names besides variables. */
  readonly ownNames?: readonly string[];
  readonly credentialsType?: string;
  /** The paths of the members that `fieldOptions` needs to list what this can be; absent where nothing lists it. */
  readonly listedBy?: readonly string[];
}
