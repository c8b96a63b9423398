import { hasBrokenMessage } from '../text/messageFormat.js';
import { namesIn } from '../text/names.js';
import type { FlowText } from './flowTexts.js';

/** What is wrong with a translation, for a person: it lost a variable, a link or another tag of its text, or names a variable that the text does not. */
export function translationFaults({ source, isRichText }: FlowText, text: string): string[] {
  const [names, found] = [new Set(namesIn(source)), new Set(namesIn(text))];
  const lost = [...names]
    .filter((name) => !found.has(name))
    .map((name) => `{{${name}}} is missing`);
  const added = [...found]
    .filter((name) => !names.has(name))
    .map((name) => `{{${name}}} is not in the text that it translates`);
  const broken = hasBrokenMessage(text) ? ['a plural, number or date cannot be read'] : [];
  return [...lost, ...added, ...(isRichText ? lostTags(source, text) : []), ...broken];
}

/** The tags that a text has more often than its translation. */
function lostTags(source: string, text: string): string[] {
  const found = tagsIn(text);
  return [...tagsIn(source)]
    .filter(([name, count]) => count > (found.get(name) ?? 0))
    .map(([name]) => (name === 'a' ? 'a link is missing' : `<${name}> is missing`));
}

/** How often each tag begins in a text in the markup of translations. */
function tagsIn(markup: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [, name] of markup.matchAll(/<([a-z][a-z0-9]*)\b/g))
    counts.set(String(name), (counts.get(String(name)) ?? 0) + 1);
  return counts;
}
