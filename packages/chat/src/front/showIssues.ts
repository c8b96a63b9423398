import type { Issue } from './checkFlow.js';
import { elementOf } from './elementOf.js';

/** Lists what is wrong with the flow that was given. */
export function showIssues(issues: readonly Issue[]): void {
  const place = document.querySelector('#found');
  if (!place) return;
  if (issues.length === 0) {
    place.replaceChildren(elementOf('p', 'Nothing is wrong with this flow.'));
    return;
  }
  const list = document.createElement('ul');
  list.append(...issues.map(lineOf));
  const count = issues.length === 1 ? 'One thing' : `${issues.length} things`;
  place.replaceChildren(elementOf('p', `${count} to look at:`), list);
}

function lineOf({ level, message }: Issue): HTMLElement {
  const line = elementOf('li', message);
  line.className = level;
  return line;
}
