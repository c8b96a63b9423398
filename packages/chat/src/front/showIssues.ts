import type { Issue } from './checkFlow.js';
import { elementOf } from './elementOf.js';

const place = document.querySelector('#found');

/** Lists what is wrong with the flow that is played. */
export function showIssues(issues: readonly Issue[]): void {
  if (issues.length === 0) {
    place?.replaceChildren(elementOf('p', 'Nothing is wrong with this flow.'));
    return;
  }
  const count = issues.length === 1 ? 'One thing' : `${issues.length} things`;
  showList(`${count} to look at:`, issues);
}

/** Says why a file or text cannot be played. The chat that is played already goes on. */
export function showRefusal(name: string, message: string): void {
  showList(`${name} cannot be played:`, [{ level: 'ERROR', message }]);
}

function showList(heading: string, issues: readonly Issue[]): void {
  const list = document.createElement('ul');
  list.append(...issues.map(lineOf));
  place?.replaceChildren(elementOf('p', heading), list);
}

function lineOf({ level, message }: Issue): HTMLElement {
  const line = elementOf('li', message);
  line.className = level;
  return line;
}
