import { StringDecoder } from 'node:string_decoder';
import type { z } from 'zod';
import { knownAs } from './parsedAs.js';

/**
 * The documents of a stream of events (https://html.spec.whatwg.org/multipage/server-sent-events.html) of vendors whose events are
 * one line of JSON each, as they come. Throws where a document has another shape.
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

/** Every line of an answer that is complete. One that comes in many pieces is put together once, when it ends. */
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
