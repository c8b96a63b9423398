import type { Theme } from './shapes.js';

/**
 * Loads the font that a theme names: one of Google's by its family, or a style sheet with its `@font-face`. Font faces only take
 * effect in the document, so it goes there, once.
 */
export function loadFont(theme: Theme): void {
  const { font } = theme.general ?? {};
  const { type = 'Google', family, css } = typeof font === 'object' ? font : { family: font };
  if (type === 'Custom' && css) addOnce('style', css);
  if (type === 'Google' && family) addOnce('link', googleAddressOf(family));
}

function googleAddressOf(family: string): string {
  const name = encodeURIComponent(family).replaceAll('%20', '+');
  return `https://fonts.googleapis.com/css2?family=${name}:wght@300;400;600;700&display=swap`;
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
