import { z } from 'zod';

/** How a member is filled in; a form that does not know the word shows a line of text. */
export type Control =
  | 'TEXT'
  | 'LONG_TEXT'
  | 'RICH_TEXT'
  | 'CODE'
  | 'NUMBER'
  | 'SWITCH'
  | 'CHOICE'
  | 'COLOR'
  | 'URL'
  | 'FILE'
  | 'DATE'
  | 'VARIABLE'
  | 'CREDENTIALS'
  | 'BOT'
  | 'GROUP'
  | 'BLOCK'
  | 'EDGE'
  | 'ID'
  | 'SECTION'
  | 'LIST';

/** The language of a text that is code. */
export type CodeLanguage = 'JAVASCRIPT' | 'HTML' | 'CSS' | 'JSON' | 'SVG';

/** What a choice brings: its value, its name for people, and the members that only it has. */
export interface KindOfValue {
  readonly type: string;
  readonly label: string;
  readonly summary: string;
  readonly schema: z.ZodType;
}

/**
 * What a form needs to know of a member and neither its type nor the keywords of JSON Schema say. What can be derived is not
 * stated: a switch from a boolean, a choice from an enum, the title from the name.
 */
export interface FieldForm {
  readonly control?: Control;
  readonly language?: CodeLanguage;
  readonly unit?: string;
  /** Names of the choices, where the value itself is none. */
  readonly labels?: Readonly<Record<string, string>>;
  /** The choices of a text that may also be another one. */
  readonly choices?: readonly string[];
  /** Kinds, which are the choices, with the members that each adds beside this one. */
  readonly kinds?: readonly KindOfValue[];
  /** Members of the same or of an enclosing object, and the values with which this one counts. */
  readonly showsWhen?: Readonly<Record<string, readonly unknown[]>>;
  /** The type of credentials it names. */
  readonly credentials?: string;
  /** The text is used as it is: `{{variables}}` in it are not filled in. */
  readonly isLiteral?: true;
  /** Visitors do not see the text, although it is one of a bubble or an input. */
  readonly isUnseen?: true;
  /** Visitors read the text, so a flow can have it in several languages (`translations`). */
  readonly isTranslatable?: true;
  /** Of a text that answers with itself: the member beside it that then answers, which a translation leaves in the base language. */
  readonly keptIn?: string;
  /** Says what a block says or does, so that the canvas shows it; the first such member that has a text counts. */
  readonly isOnCanvas?: true;
  /** Of code that may be marked as a text: members as in `showsWhen`, and the values with which it is one. */
  readonly textWhen?: Readonly<Record<string, readonly unknown[]>>;
  /** Says where secrets of the same document are sent, or a part of it. */
  readonly needsSecrets?: true;
  /** Members that `fieldOptions` needs to list what it can be; absent where nothing lists it. */
  readonly listedBy?: readonly string[];
}

/** The key of the part of a member's words that is for forms only; a symbol, so that no JSON Schema has it. */
const FORM = Symbol('form');

/** What a member of a document is for people: the words of JSON Schema, and what is for forms only. */
type FieldWords = {
  readonly description: string;
  readonly title?: string;
  readonly default?: unknown;
  readonly deprecated?: true;
  /** A secret: it is never read back. */
  readonly writeOnly?: true;
  readonly [FORM]?: FieldForm;
};

/** What is stated of a member besides its description. */
export type Stated = Omit<FieldWords, 'description' | typeof FORM> & FieldForm;

/** The words of a member, for zod's `meta`: `z.string().meta(field('The text that is shown.', { title: 'Text' }))`. */
export function field(description: string, stated: Stated = {}): FieldWords {
  const { title, default: usual, deprecated, writeOnly, ...form } = stated;
  return {
    description,
    ...(title !== undefined && { title }),
    ...(usual !== undefined && { default: usual }),
    ...(deprecated !== undefined && { deprecated }),
    ...(writeOnly !== undefined && { writeOnly }),
    [FORM]: form,
  };
}

/** A member that may be absent, with its words: `optional(z.boolean(), 'Whether …', { default: true })`. */
export function optional<T extends z.ZodType>(
  schema: T,
  description: string,
  stated?: Stated,
): z.ZodOptional<T> {
  return schema.optional().meta(field(description, stated));
}

/** The words stated for a schema itself; those it wraps may have more. */
export function wordsOf(schema: z.core.$ZodType): Partial<FieldWords> {
  // The symbol is set only by `field`, the other words have these types in all schemas.
  return (z.globalRegistry.get(schema) ?? {}) as Partial<FieldWords>;
}

/** What the words say for forms. */
export function formOf({ [FORM]: form = {} }: Partial<FieldWords>): FieldForm {
  return form;
}
