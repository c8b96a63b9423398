import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';

/** The message for a response that is larger than the limit. */
export const TOO_LARGE = 'the response is too large';

/** Thrown for a body that is larger than the limit, compressed or decompressed. */
export class BodyTooLarge extends Error {
  override readonly message = TOO_LARGE;
}

/**
 * Reads a whole response as text, decompressed, in the charset of its content type (UTF-8 if that names no known one). Throws
 * `BodyTooLarge` beyond `maxBytes`, and errors of the stream; the stream is closed then.
 */
export async function readBody(
  stream: AsyncIterable<Buffer>,
  headers: Readonly<Record<string, string>>,
  maxBytes: number,
): Promise<string> {
  const packed = await collect(stream, maxBytes);
  const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const isPlain = encoding === 'identity' || packed.length === 0;
  const bytes = isPlain ? packed : await unpack(packed, encoding, maxBytes);
  return decode(bytes, headers['content-type'] ?? '');
}

async function collect(stream: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > maxBytes) throw new BodyTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The supported encodings, of which only one is undone: bodies compressed several times are only used for attacks. */
const UNPACKERS = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

async function unpack(packed: Buffer, encoding: string, maxBytes: number): Promise<Buffer> {
  const unpacker = UNPACKERS.get(encoding);
  if (!unpacker) throw new Error('the response is compressed in an unknown way');
  return unpacker(packed, { maxOutputLength: maxBytes }).catch((error: { code?: unknown }) => {
    throw error.code === 'ERR_BUFFER_TOO_LARGE' ? new BodyTooLarge() : error;
  });
}

function decode(bytes: Buffer, contentType: string): string {
  const label = /charset="?([^\s;"]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
