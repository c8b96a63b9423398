import type { PartTheme, Roundness, Theme } from './shapes.js';

type Values = Readonly<Record<string, string | undefined>>;

/** The radius of corners, in pixels. */
const ROUND: Readonly<Record<Roundness, number>> = { none: 0, medium: 8, large: 20 };

const SHADOWS: Readonly<Record<string, string>> = {
  none: 'none',
  sm: '0 1px 2px rgb(0 0 0 / 5%)',
  md: '0 4px 6px -1px rgb(0 0 0 / 10%), 0 2px 4px -2px rgb(0 0 0 / 10%)',
  lg: '0 10px 15px -3px rgb(0 0 0 / 10%), 0 4px 6px -4px rgb(0 0 0 / 10%)',
  xl: '0 20px 25px -5px rgb(0 0 0 / 10%), 0 8px 10px -6px rgb(0 0 0 / 10%)',
  '2xl': '0 25px 50px -12px rgb(0 0 0 / 25%)',
};

/**
 * The custom properties that style.css reads, by their names without `--bot-`. Absent members of the theme have their defaults there.
 * `dynamicBackground` is the background that a variable names, if any.
 */
export function styleOf(theme: Theme, dynamicBackground = ''): Values {
  const { general = {}, chat = {} } = theme;
  const { container = {}, inputs = {}, roundness } = chat;
  const { progressBar = {} } = general;
  return {
    ...partOf('container', container),
    'container-color': colorOutsideOfBubbles(theme),
    'container-max-width': container.maxWidth,
    'container-max-height': container.maxHeight,
    ...partOf('host-bubble', chat.hostBubbles, roundness),
    ...partOf('guest-bubble', chat.guestBubbles, roundness),
    ...partOf('button', chat.buttons, roundness),
    ...partOf('input', inputs, roundness),
    'input-placeholder-color': inputs.placeholderColor,
    'buttons-direction': chat.buttonsInput?.layout === 'vertical' ? 'column' : undefined,
    'progress-color': progressBar.color,
    'progress-background': progressBar.backgroundColor,
    'progress-thickness': pixels(progressBar.thickness),
    font: fontOf(general.font),
    background: backgroundOf(general.background, dynamicBackground),
    'color-scheme': hasColours(theme) ? 'light' : undefined,
  };
}

/** Whether the author chose colours; they fit the light defaults. A chat without any is dark if the page around it is dark. */
function hasColours({ general, chat = {}, customCss }: Theme): boolean {
  const { container, hostBubbles, guestBubbles, buttons, inputs } = chat;
  const parts = [container, hostBubbles, guestBubbles, buttons, inputs];
  const isColoured = parts.some((part) => part?.backgroundColor ?? part?.color);
  return isColoured || Boolean(general?.background?.content ?? customCss);
}

function colorOutsideOfBubbles({ general, chat }: Theme): string | undefined {
  const { color, backgroundColor = general?.background?.content } = chat?.container ?? {};
  return color ?? inkOn(backgroundColor);
}

function partOf(name: string, part: PartTheme = {}, roundness?: Roundness): Values {
  const { backgroundColor, color, blur, opacity, shadow, border = {} } = part;
  return {
    [`${name}-background`]: withOpacity(backgroundColor, opacity, `var(--bot-${name}-usual)`),
    [`${name}-color`]: color,
    [`${name}-blur`]: blur === undefined ? undefined : `blur(${blur}px)`,
    [`${name}-shadow`]: shadow && SHADOWS[shadow],
    [`${name}-border-width`]: pixels(border.thickness),
    [`${name}-border-color`]: withOpacity(
      border.color,
      border.opacity,
      `var(--bot-${name}-border-usual)`,
    ),
    [`${name}-radius`]: pixels(radiusOf(border, roundness)),
  };
}

function radiusOf(border: NonNullable<PartTheme['border']>, roundness?: Roundness) {
  const { roundeness = roundness, customRoundeness } = border;
  if (roundeness === 'custom') return customRoundeness;
  return roundeness && ROUND[roundeness];
}

/** A translucent colour, made of the default one if the theme names none. */
function withOpacity(
  color: string | undefined,
  opacity: number | undefined,
  usual: string,
): string | undefined {
  if (opacity === undefined || opacity === 1) return color;
  return `color-mix(in srgb, ${color ?? usual} ${opacity * 100}%, transparent)`;
}

function pixels(count: number | undefined): string | undefined {
  return count === undefined ? undefined : `${count}px`;
}

function fontOf(font: NonNullable<Theme['general']>['font']): string | undefined {
  const { type, family }: Exclude<typeof font, string | undefined> =
    typeof font === 'string' ? { family: font } : (font ?? {});
  if (!family) return undefined;
  const quoted = JSON.stringify(family);
  return `${type === 'Custom' ? withOwnFonts(quoted) : quoted}, var(--bot-font-fallback)`;
}

function backgroundOf(
  { type = 'Color', content = '' }: NonNullable<Theme['general']>['background'] = {},
  dynamic: string,
): string | undefined {
  if (type === 'None') return 'transparent';
  const shown = dynamic || content;
  if (shown === '') return undefined;
  return type === 'Image' ? `center / cover no-repeat url(${JSON.stringify(shown)})` : shown;
}

/** The light colour of text, in place of the dark default. */
const LIGHT = '#ececf1';

/** How bright each of red, green and blue looks; together 1. */
const WEIGHTS = [0.2126, 0.7152, 0.0722];

/**
 * The colour of text on a background whose theme names none: light if the background is dark, or else undefined for the default.
 * Only colours such as `#123` and `#112233` are known to be dark.
 */
function inkOn(background = ''): string | undefined {
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

/**
 * The name under which the page loads a font of a bot. The page around the chat may use another font with the
 * original name.
 */
export function ownNameOf(family: string): string {
  return `${family.replaceAll(/["']/g, '').trim().toLowerCase()} (bot)`;
}

/** A list of font families in which the bot's own font of each name comes first. */
export function withOwnFonts(families: string): string {
  // Functions give families that are not known here.
  if (families.includes('(')) return families;
  const names = families.match(/"[^"]*"|'[^']*'|[^,"']+/g) ?? [];
  return names.flatMap((name) => [JSON.stringify(ownNameOf(name)), name]).join(', ');
}
