/**
 * A text as a number to compare by: the number it holds, else its date in milliseconds, else its length. Dates written
 * with slashes are read day first, as the date input writes them, unless only month first is possible.
 */
export function sizeOf(text: string): number {
  const number = text.startsWith('+') ? NaN : Number(text);
  if (!Number.isNaN(number)) return number;
  const moment = momentOf(text);
  return Number.isNaN(moment) ? text.length : moment;
}

const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: (\d{1,2}):(\d{2}))?$/;
const WITHOUT_ZONE = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/;

/**
 * NaN when the text is not a date. A JavaScript engine reads a date into almost any word with a digit, so a year is
 * required.
 */
function momentOf(text: string): number {
  const slashed = SLASHED.exec(text);
  if (slashed) return slashedMoment(slashed);
  if (WITHOUT_ZONE.test(text)) return Date.parse(`${text.replace(' ', 'T')}Z`);
  return /\d{4}/.test(text) ? Date.parse(text) : NaN;
}

function slashedMoment(parts: RegExpExecArray): number {
  const [first, second, year] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const [day, month] = second > 12 ? [second, first] : [first, second];
  return Date.UTC(year, month - 1, day, Number(parts[4] ?? 0), Number(parts[5] ?? 0));
}
