import { isFirst } from '../actions/isFirst.js';
import { parsedCss } from './customCss.js';
import type { Theme } from './shapes.js';
import { ownNameOf } from './styleOf.js';

/**
 * Loads the font of a theme: one of Google's by its family, or one that the author defines, in `css` or in the style sheet of the
 * bot. Font faces only take effect in the document, so they are added there, once, under unique names.
 */
export function loadFont({ general = {}, customCss = '' }: Theme): void {
  const { font } = general;
  loadNamed(typeof font === 'string' ? { family: font } : (font ?? {}));
  addFaces(customCss);
}

type Font = Exclude<NonNullable<Theme['general']>['font'], string | undefined>;

function loadNamed({ type = 'Google', family, css, url }: Font): void {
  if (type === 'Google' && family) addStyleSheet(googleAddressOf(family));
  if (type !== 'Custom') return;
  addFaces(css || (family && url && faceOf(family, url)) || '');
}

/** Adds only the font faces of a style sheet: other rules would change the page around the chat. */
function addFaces(css: string): void {
  for (const rule of parsedCss(css).cssRules) {
    if (rule instanceof CSSFontFaceRule && isFirst(rule.cssText)) addFace(rule.style);
  }
}

function addFace(style: CSSStyleDeclaration): void {
  const valueOf = (name: string): string => style.getPropertyValue(name);
  const given = DESCRIPTORS.map(([member, name]) => [member, valueOf(name)] as const);
  const descriptors = Object.fromEntries(given.filter(([, value]) => value !== ''));
  const face = new FontFace(ownNameOf(valueOf('font-family')), valueOf('src'), descriptors);
  document.fonts.add(face);
}

/** The descriptors of a font face besides its family and source, by their names in scripts and in style sheets. */
const DESCRIPTORS = [
  ['ascentOverride', 'ascent-override'],
  ['descentOverride', 'descent-override'],
  ['display', 'font-display'],
  ['featureSettings', 'font-feature-settings'],
  ['lineGapOverride', 'line-gap-override'],
  ['stretch', 'font-stretch'],
  ['style', 'font-style'],
  ['unicodeRange', 'unicode-range'],
  ['weight', 'font-weight'],
] as const;

/** The older of Google's two interfaces, which leaves out weights that a font does not have; the newer one then fails. */
function googleAddressOf(family: string): string {
  const name = encodeURIComponent(family).replaceAll('%20', '+');
  return `https://fonts.googleapis.com/css?family=${name}:300,400,400italic,600,700,700italic&display=swap`;
}

function faceOf(family: string, url: string): string {
  return `@font-face { font-family: ${JSON.stringify(family)}; src: url(${JSON.stringify(url)}) }`;
}

function addStyleSheet(href: string): void {
  if (!isFirst(href)) return;
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  document.head.append(link);
}
