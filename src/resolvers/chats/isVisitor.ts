import type { RequestFacts } from '../../context/context.js';

/** Whether a watcher of a chat counts as its visitor: the pages of visitors send no token, and agents are signed in. */
export function isVisitor({
  authorization,
  cookie,
}: Pick<RequestFacts, 'authorization' | 'cookie'>): boolean {
  return authorization === undefined && cookie === undefined;
}
