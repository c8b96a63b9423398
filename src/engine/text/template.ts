import type { Piece } from '../blocks/kind/block.js';
import type { EffectResult } from '../interpreter/effect.js';
import type { Value } from '../values/value.js';
import { stepsOf, type Meter } from '../interpreter/budget.js';
import { formatMessages } from './messageFormat.js';
import { replaceNames, SLOT } from './names.js';

/**
 * The maximum number of characters of values that one block may fill into its texts. Without it a flow that writes a
 * variable into itself twice, again and again, would exhaust memory within one turn.
 */
export const MAX_FILLED_LENGTH = 250_000;

/** How many characters were filled in, or would have been without the limit. */
export interface Filled {
  length: number;
}

/** The values a template is filled from. */
export interface TemplateSource extends Meter {
  valueNamed(name: string): Value;
  /** Runs the inline code between `{{=` and `=}}`. */
  runInline(code: string): EffectResult;
  /** The language in which numbers, days and plurals are written; undefined in a flow that does not say in which it is. */
  readonly language?: string | undefined;
  /** What was filled in so far: the texts of a block share it. Beyond `MAX_FILLED_LENGTH` values are left out. */
  readonly filled: Filled;
}

/**
 * Splits a text at `{{name}}` and `{{= code =}}` and fills them, in one pass: a filled value is never parsed again
 * (docs/engine-rules.md, "Templates and inline code"). `${{name}}` and `${{{name}}}` need no rule of their own: the
 * `$`, `${` and `}` around stay.
 */
export function piecesOf(written: string, source: TemplateSource): Piece[] {
  source.charge(stepsOf(written) + TEXT_STEPS);
  if (!written.includes('{{')) return written === '' ? [] : [{ text: written, isFilled: false }];
  const { language } = source;
  const template =
    language === undefined ? written : formatMessages(written, { ...source, language });
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of template.matchAll(SLOT)) {
    if (source.filled.length > MAX_FILLED_LENGTH) break;
    if (match.index > end) pieces.push({ text: template.slice(end, match.index), isFilled: false });
    source.charge(SLOT_STEPS);
    const { text, ...kind } = fillSlot(match[1], match[2] ?? '', source);
    pieces.push({ text: fitting(text, source.filled), isFilled: true, ...kind });
    end = match.index + match[0].length;
  }
  const isCut = source.filled.length > MAX_FILLED_LENGTH;
  const rest = isCut ? template.slice(end).replaceAll(SLOT, '') : template.slice(end);
  if (rest !== '') pieces.push({ text: rest, isFilled: false });
  return pieces;
}

/** Fills a template; an unknown or empty variable yields the empty text. */
export function fillTemplate(template: string, source: TemplateSource): string {
  return piecesOf(template, source)
    .map((piece) => piece.text)
    .join('');
}

/** A value as text: a list as its JSON, null as the empty text. */
export function textOf(value: Value): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The steps it takes to fill a text, and each slot in it. */
const [TEXT_STEPS, SLOT_STEPS] = [8, 8];

/** The part of a value that still fits; all of it counts. */
function fitting(text: string, filled: Filled): string {
  const left = Math.max(0, MAX_FILLED_LENGTH - filled.length);
  filled.length += text.length;
  return text.slice(0, left);
}

type FilledPiece = Omit<Piece, 'isFilled'>;

function fillSlot(code: string | undefined, name: string, source: TemplateSource): FilledPiece {
  if (code === undefined) return filledWith(source.valueNamed(name));
  const answer = source.runInline(code);
  if (answer.ok) return filledWith(answer.value);
  return { text: replaceNames(code, (inner) => textOf(source.valueNamed(inner))).trim() };
}

function filledWith(value: unknown): FilledPiece {
  if (value === undefined || value === null) return { text: '' };
  return typeof value === 'string'
    ? { text: value }
    : { text: JSON.stringify(value), isJson: true };
}
