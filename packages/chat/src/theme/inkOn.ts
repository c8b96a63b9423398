/** The light colour of text, in place of the dark default. */
const LIGHT = '#ececf1';

/** How bright each of red, green and blue looks; together 1. */
const WEIGHTS = [0.2126, 0.7152, 0.0722];

/**
 * The colour of text on a background whose theme names none: light if the background is dark, or else undefined for the default.
 * Only colours such as `#123` and `#112233` are known to be dark.
 */
export function inkOn(background = ''): string | undefined {
  const digits = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(background.trim())?.[1];
  if (digits === undefined) return undefined;
  const size = digits.length / 3;
  const brightness = WEIGHTS.map((weight, index) => {
    const part = digits.slice(index * size, (index + 1) * size);
    return weight * (Number.parseInt(part.padEnd(2, part), 16) / 255) ** 2.2;
  }).reduce((sum, one) => sum + one);
  // White and black have the same contrast to a background of 0.18 (WCAG 2.2, "contrast ratio").
  return brightness < 0.18 ? LIGHT : undefined;
}
