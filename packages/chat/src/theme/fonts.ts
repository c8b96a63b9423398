import type { Theme } from './shapes.js';

/** What an author's style sheet says of fonts: it has no effect in a shadow root. */
const OF_FONTS = /@font-face\s*\{[^}]*\}/g;

/**
 * Loads the font that a theme names: one of Google's by its family, or what its author says of it, in `css` or in the style sheet
 * of the bot. Font faces only take effect in the document, so they go there, once.
 */
export function loadFont({ general = {}, customCss = '' }: Theme): void {
  const { font } = general;
  loadNamed(typeof font === 'string' ? { family: font } : (font ?? {}));
  addFaces(customCss);
}

type Font = Exclude<NonNullable<Theme['general']>['font'], string | undefined>;

function loadNamed({ type = 'Google', family, css, url }: Font): void {
  if (type === 'Google' && family) addOnce('link', googleAddressOf(family));
  if (type !== 'Custom') return;
  addFaces(css || (family && url && faceOf(family, url)) || '');
}

/** Nothing but the fonts of a style sheet: any other rule would reach the page around the chat. */
function addFaces(css: string): void {
  const faces = css.match(OF_FONTS);
  if (faces) addOnce('style', faces.join('\n'));
}

/** Of Google's two interfaces the one that leaves out a weight that a font does not have; the other then answers nothing. */
function googleAddressOf(family: string): string {
  const name = encodeURIComponent(family).replaceAll('%20', '+');
  return `https://fonts.googleapis.com/css?family=${name}:300,400,400italic,600,700,700italic&display=swap`;
}

function faceOf(family: string, url: string): string {
  return `@font-face { font-family: ${JSON.stringify(family)}; src: url(${JSON.stringify(url)}) }`;
}

function addOnce(tag: 'style' | 'link', content: string): void {
  const known = [...document.head.querySelectorAll<HTMLElement>('[data-parley-font]')];
  if (known.some((one) => one.dataset['parleyFont'] === content)) return;
  const made = document.createElement(tag);
  made.dataset['parleyFont'] = content;
  if (made instanceof HTMLLinkElement) Object.assign(made, { rel: 'stylesheet', href: content });
  else made.textContent = content;
  document.head.append(made);
}
