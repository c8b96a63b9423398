import type { Control } from './field.js';
import type { FieldDescription, VariableUse } from './fieldDescription.js';
import type { SchemaParts } from './schemaParts.js';

/**
 * What is done with `{{variables}}` in the texts of a document, except where a member says otherwise: they are filled in and shown to
 * visitors, or filled in and used otherwise, or not filled in.
 */
export type Texts = 'SHOWN' | 'READ' | 'LITERAL';

type Variables = Pick<FieldDescription, 'takesVariables' | 'variableUse' | 'ownNames'>;

/** Whether a member takes variables in its texts, and what is done with those that it names. */
export function variablesIn(control: Control, parts: SchemaParts, texts: Texts): Variables {
  const { form, named, ownNames } = parts;
  const isFilled = texts !== 'LITERAL' && form.isLiteral !== true;
  const takesVariables = isFilled && isText(control, parts);
  if (named === 'variable') return { takesVariables, variableUse: parts.isRead ? 'READ' : 'SET' };
  if (!isFilled || !namesVariables(control, parts)) return { takesVariables };
  const variableUse: VariableUse = isSeen(parts) ? texts : 'READ';
  return { takesVariables, variableUse, ...(ownNames && { ownNames }) };
}

const TEXTS: readonly Control[] = ['TEXT', 'LONG_TEXT', 'CODE', 'FILE', 'URL', 'COLOR', 'DATE'];

/** Whether a member may hold a text that people write. */
function isText(control: Control, { types }: SchemaParts): boolean {
  return TEXTS.includes(control) || (control === 'NUMBER' && types.has('string'));
}

/** Whether variables may be named in a member: in its text, as what it chooses, or as the id of what they hold. */
function namesVariables(control: Control, parts: SchemaParts): boolean {
  const { named, words, form } = parts;
  const isFree = control === 'CHOICE' && !words && !form.kinds;
  return isText(control, parts) || control === 'RICH_TEXT' || isFree || named !== undefined;
}

function isSeen({ named, form }: SchemaParts): boolean {
  return named === undefined && form.language !== 'JAVASCRIPT' && form.isUnseen !== true;
}
