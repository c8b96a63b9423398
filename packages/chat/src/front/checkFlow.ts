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

/** The flow in the text of an exported file. Throws an `Error` with words for a person where it is none. */
export function readFlow(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('This is not JSON: choose the file that was exported, or paste all of it.');
  }
  if (typeof value !== 'object' || value === null || !('groups' in value)) {
    throw new Error('This JSON is no exported bot: it has no groups.');
  }
  return value;
}

/** Asks the server what is wrong with a flow. */
export async function checkFlow(url: string, flow: JsonObject): Promise<Checked> {
  try {
    const { flowIssues } = await query({ url }, DOCUMENT, { flow });
    return { issues: flowIssues, isPlayable: true };
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    return { issues: [{ level: 'ERROR', message: error.message }], isPlayable: false };
  }
}
