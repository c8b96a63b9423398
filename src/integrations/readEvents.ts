import { StringDecoder } from 'node:string_decoder';
import type { z } from 'zod';
import { parsedAs } from './parsedAs.js';

/**
 * The documents of a stream of events (https://html.spec.whatwg.org/multipage/server-sent-events.html) of vendors whose events are
 * one line of JSON each, as they come. Throws where a document has another shape.
 */
export async function* readEvents<T extends z.ZodType>(
  { body }: Response,
  schema: T,
): AsyncGenerator<z.infer<T>> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const bytes of body ?? []) {
    const lines = (rest + decoder.write(Buffer.from(bytes))).split(/\r\n|\n|\r/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const data = line.startsWith('data:') ? line.slice('data:'.length).trim() : '';
      if (data === '' || data === '[DONE]') continue;
      const document = parsedAs(schema, data);
      if (document === undefined) throw new Error('it answered in a form that is not known here');
      yield document;
    }
  }
}
