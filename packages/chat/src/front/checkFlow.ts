import { ParleyError, query, type JsonObject, type TypedDocument } from '@parley/client';

/** Something that is wrong with a flow. */
export interface Issue {
  readonly level: 'ERROR' | 'WARNING';
  readonly message: string;
}

/** What a check of a flow found. */
export interface Checked {
  readonly issues: readonly Issue[];
  /** Whether it is a flow at all: then it can be played, whatever the issues are. */
  readonly isPlayable: boolean;
}

/** A document is a text whose types are known; here they are written beside it. */
const DOCUMENT =
  'query ($flow: FlowOverride!) { flowIssues(flow: $flow) { level message } }' as TypedDocument<
    { readonly flowIssues: readonly Issue[] },
    { readonly flow: JsonObject }
  >;

/** Asks the server what is wrong with a flow. */
export async function checkFlow(url: string, flow: JsonObject): Promise<Checked> {
  try {
    const { flowIssues } = await query({ url }, DOCUMENT, { flow });
    return { issues: flowIssues, isPlayable: true };
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    return { issues: [{ level: 'ERROR', message: wordsOf(error) }], isPlayable: false };
  }
}

/** A refusal for a person who has the file before them. */
function wordsOf({ reason, message }: ParleyError): string {
  if (reason === 'CONNECTION_LOST') return 'The server cannot be reached. Try again in a moment.';
  if (reason !== 'VALIDATION') return message;
  return `This bot cannot be played. In its file: ${message.replace(/^Not valid: flow(\.|: )/, '')}`;
}
