import { type JsonObject, ParleyError, query, type TypedDocument } from '@parley/client';
import { elementOf, folded } from './elementOf.js';

/** An issue of a flow. */
export interface Issue {
  readonly level: 'ERROR' | 'WARNING' | 'HINT';
  /** Its kind. */
  readonly code: string;
  readonly message: string;
}

/** The types of the query are written beside its text. */
const DOCUMENT =
  'query ($flow: FlowOverride!) { flowIssues(flow: $flow) { level code message } }' as TypedDocument<
    { readonly flowIssues: readonly Issue[] },
    { readonly flow: JsonObject }
  >;

/** Requests the issues of a flow from the server. Throws an `Error` with words for a person if the flow cannot be played. */
export async function checkFlow(url: string, flow: JsonObject): Promise<readonly Issue[]> {
  try {
    return (await query({ url }, DOCUMENT, { flow })).flowIssues;
  } catch (error) {
    throw error instanceof ParleyError ? new Error(wordsOf(error)) : error;
  }
}

/** A refusal for a person who has the file before them. */
function wordsOf({ reason, message }: ParleyError): string {
  if (reason === 'CONNECTION_LOST') return 'The server cannot be reached. Try again in a moment.';
  if (reason !== 'VALIDATION') return message;
  return `This bot cannot be played. In its file: ${message.replace(/^Not valid: flow(\.|: )/, '')}`;
}

const place = document.querySelector('#found');

/** What a flow other than the examples does not do on this page, which could otherwise look like a fault of the flow. */
const RESTRICTED =
  'Until it is published, it sends no requests: blocks that call a service fail, and the chat goes on without them.';

/** Lists the issues of the flow that is played. */
export function showIssues(issues: readonly Issue[], isExample: boolean): void {
  const count = issues.length === 1 ? 'One thing' : `${issues.length} things`;
  if (issues.length > 0) showList(`${count} to look at:`, issues);
  else place?.replaceChildren(elementOf('p', 'Nothing is wrong with this flow.'));
  if (!isExample) place?.append(elementOf('p', RESTRICTED));
}

/** Shows why a file or text cannot be played. The current chat goes on. */
export function showRefusal(name: string, message: string): void {
  showList(`${name} cannot be played:`, [{ level: 'ERROR', code: '', message }]);
}

/** A line for the issues of one kind; it shows the first and opens to show the others. */
function showList(heading: string, issues: readonly Issue[]): void {
  const kinds = new Map<string, Issue[]>();
  for (const issue of issues) kinds.set(issue.code, [...(kinds.get(issue.code) ?? []), issue]);
  const list = document.createElement('ul');
  for (const [first, ...others] of kinds.values()) {
    if (first) list.append(lineOf(first, others));
  }
  place?.replaceChildren(elementOf('p', heading), list);
}

function lineOf({ level, message }: Issue, others: readonly Issue[]): HTMLElement {
  const line = elementOf('li', message);
  line.className = level;
  if (others.length === 0) return line;
  const lines = others.map((other) => lineOf(other, []));
  line.append(folded(`${others.length} more like this`, lines));
  return line;
}
