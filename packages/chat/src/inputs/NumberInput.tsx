import type { ChatInput } from '@parley/client';
import type { JSX } from 'preact';
import { recordOf, textIn } from '../json.js';
import { useView, type View } from '../view/context.js';
import type { InputProps } from './inputProps.js';
import { TextInput } from './TextInput.js';

/** A number, with its currency or unit beside it. The up and down keys change it by one step, within its limits. */
export function NumberInput(props: InputProps): JSX.Element {
  const { sign, isBefore } = signOf(props.input, useView().languages);
  const unit = sign && <span class="bot-unit">{sign}</span>;
  const range = rangeOf(props.input);
  return (
    <TextInput
      {...props}
      before={isBefore && unit}
      after={!isBefore && unit}
      hint={hintOf(range)}
      next={(text, direction) => stepped(text, direction, range)}
    />
  );
}

const STYLES = ['currency', 'unit', 'percent'] as const;

/** The sign of the currency or unit in the language of the input, or else of the chat, and its side of the number. */
function signOf({ options }: ChatInput, spoken: View['languages']) {
  const { locale, style: name, currency, unit } = recordOf(options);
  const languages = textIn(locale) ? [textIn(locale)] : [...spoken];
  const style = STYLES.find((one) => one === name);
  if (!style) return {};
  try {
    const format = new Intl.NumberFormat(languages, {
      style,
      ...(textIn(currency) && { currency: textIn(currency) }),
      ...(textIn(unit) && { unit: textIn(unit) }),
    });
    const types = ['currency', 'unit', 'percentSign'];
    const parts = format.formatToParts(1);
    const at = parts.findIndex(({ type }) => types.includes(type));
    const isBefore = at < parts.findIndex(({ type }) => type === 'integer');
    return { sign: parts[at]?.value, isBefore };
  } catch {
    // There is no such currency or unit: nothing is shown beside the number.
    return {};
  }
}

interface Range {
  readonly least: number;
  readonly most: number;
  readonly step: number;
}

function rangeOf({ options }: ChatInput): Range {
  const { min, max, step } = recordOf(options);
  return {
    least: numberOr(min, -Infinity),
    most: numberOr(max, Infinity),
    step: numberOr(step, 1),
  };
}

function numberOr(value: unknown, fallback: number): number {
  const number = Number(value ?? NaN);
  return Number.isNaN(number) ? fallback : number;
}

/** The limits as a tooltip: `1 – 10`. */
function hintOf({ least, most }: Range): string | undefined {
  if (least === -Infinity && most === Infinity) return undefined;
  return [least, most].map((one) => (Number.isFinite(one) ? String(one) : '')).join(' – ');
}

/** The number one step above (1) or below (-1). In an empty field, 0, or the limit that is nearest to it. */
function stepped(text: string, direction: 1 | -1, { least, most, step }: Range): string {
  const now = text.trim() === '' ? NaN : Number(text.replace(',', '.'));
  const start = Math.min(Math.max(0, least), most);
  const next = Number.isNaN(now) ? start : Math.min(Math.max(now + direction * step, least), most);
  // Without the rounding errors of sums such as 0.1 + 0.2.
  return String(Number(next.toFixed(10)));
}
