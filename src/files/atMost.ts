import { Readable } from 'node:stream';
import { Failure } from '../errors/errors.js';

/** Content as a stream that fails with `PAYLOAD_TOO_LARGE` past `most` bytes, and the number of bytes so far. */
export function atMost(
  content: Uint8Array | Readable,
  most: number,
): { bytes: AsyncIterable<Uint8Array>; length(): number } {
  let length = 0;
  const source: AsyncIterable<Uint8Array> | Iterable<Uint8Array> =
    content instanceof Readable ? content : [content];
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const bytes of source) {
      length += bytes.length;
      if (length > most) throw tooLarge(most);
      yield bytes;
    }
  }
  return { bytes: counted(), length: () => length };
}

/** The failure of a file that is too large. */
export function tooLarge(most: number): Failure {
  return new Failure('PAYLOAD_TOO_LARGE', `The file is larger than ${most} bytes`);
}
