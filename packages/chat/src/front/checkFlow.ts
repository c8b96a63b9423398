import { ParleyError, query, type JsonObject, type TypedDocument } from '@parley/client';

/** Something that is wrong with a flow. */
export interface Issue {
  readonly level: 'ERROR' | 'WARNING';
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

/** Asks the server what is wrong with a flow. Throws an `Error` with words for a person if the flow cannot be played. */
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
