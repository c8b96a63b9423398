import { namesIn } from '../text/names.js';
import type { FlowText } from './flowTexts.js';

/** What is wrong with a translation, for a person: it lost a variable or a link of its text, or names a variable that the text does not. */
export function translationFaults({ source, isRichText }: FlowText, text: string): string[] {
  const [names, found] = [new Set(namesIn(source)), new Set(namesIn(text))];
  const lost = [...names]
    .filter((name) => !found.has(name))
    .map((name) => `{{${name}}} is missing`);
  const added = [...found]
    .filter((name) => !names.has(name))
    .map((name) => `{{${name}}} is not in the text that it translates`);
  const links = isRichText ? linksIn(source) - linksIn(text) : 0;
  return [...lost, ...added, ...(links > 0 ? ['a link is missing'] : [])];
}

function linksIn(markup: string): number {
  return markup.split(/<a\s/).length - 1;
}
