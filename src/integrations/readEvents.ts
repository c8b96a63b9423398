import { StringDecoder } from 'node:string_decoder';
import type { z } from 'zod';
import { knownAs } from './parsedAs.js';

/**
 * Parses a stream of events (https://html.spec.whatwg.org/multipage/server-sent-events.html) from vendors whose events are one line of JSON
 * each. Yields the documents as they arrive. Throws if a document has another shape.
 */
export async function* readEvents<T extends z.ZodType>(
  response: Response,
  schema: T,
): AsyncGenerator<z.infer<T>> {
  for await (const line of linesOf(response)) {
    const data = line.startsWith('data:') ? line.slice('data:'.length).trim() : '';
    if (data === '' || data === '[DONE]') continue;
    yield knownAs(schema, data);
  }
}

/** Yields the complete lines of a response. The pieces of a line are joined once, when the line ends. */
export async function* linesOf({ body }: Response): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let rest: string[] = [];
  for await (const bytes of body ?? []) {
    const text = decoder.write(Buffer.from(bytes));
    rest.push(text);
    if (!/[\r\n]/.test(text)) continue;
    const lines = rest.join('').split(/\r\n|\n|\r/);
    rest = [lines.pop() ?? ''];
    yield* lines;
  }
}
