import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import { keeperOf } from '../vendorAction.js';
import type { VendorAction } from '../vendorAction.js';

/** Characters of the largest QR code with error correction level M, at most (ISO/IEC 18004, table 7). */
const MAX_LENGTH = { digits: 5_596, others: 3_391 };

/** Draws a QR code, which is stored with the files of the chat. */
export const makeQrCode: VendorAction = async (_ports, { effect, origin }) => {
  const { data } = effect.options;
  if (typeof data !== 'string' || data === '') return { ok: false, error: 'There is no text' };
  // Checked here because the library segments a text before it checks its length, which takes a second for 100,000 characters.
  const longest = /^\d+$/.test(data) ? MAX_LENGTH.digits : MAX_LENGTH.others;
  if (data.length > longest) return { ok: false, error: 'The text is too long for a QR code' };
  const keepFile = keeperOf(origin);
  const { create } = await import('qrcode');
  const content = await drawPng(create(data, { errorCorrectionLevel: 'M' }).modules);
  const URL = await keepFile({ name: 'qr-code', type: 'image/png', content });
  return { ok: true, value: { URL } };
};

/** The modules of a QR code, row by row: 1 is dark. */
interface Squares {
  /** The modules of one side. */
  readonly size: number;
  readonly data: Uint8Array;
}

/** The least width of the image, in pixels. */
const WIDTH = 512;

/** The quiet zone around a QR code, in modules (ISO/IEC 18004, 5.3.8). */
const MARGIN = 4;

/**
 * Draws a QR code as a PNG (https://www.w3.org/TR/png-3/) with one bit a pixel, in which all modules are equally wide. Compression runs
 * outside of the event loop. The library's own images, with four bytes a pixel, would block it for up to a tenth of a second.
 */
async function drawPng(code: Squares): Promise<Buffer> {
  const scale = Math.ceil(WIDTH / (code.size + 2 * MARGIN));
  const lines = Array.from({ length: code.size + 2 * MARGIN }, (_, row) =>
    lineOf(code, row - MARGIN, scale),
  );
  const pixels = Buffer.concat(lines.flatMap((line) => new Array<Buffer>(scale).fill(line)));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(lines.length * scale, 0);
  header.writeUInt32BE(lines.length * scale, 4);
  header[8] = 1; // One bit a pixel, grayscale.
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', await promisify(deflate)(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** One line of pixels through a row of modules: a byte for "no filter", then eight pixels a byte. */
function lineOf({ size, data }: Squares, row: number, scale: number): Buffer {
  const width = (size + 2 * MARGIN) * scale;
  const line = Buffer.alloc(1 + Math.ceil(width / 8), 0xff);
  line[0] = 0;
  for (let x = MARGIN * scale; x < width - MARGIN * scale; x += 1) {
    const isInside = row >= 0 && row < size;
    const isDark = isInside && data[row * size + Math.floor(x / scale) - MARGIN] === 1;
    const at = 1 + (x >> 3);
    if (isDark) line[at] = (line[at] ?? 0) & ~(0x80 >> (x & 7));
  }
  return line;
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), content]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(content.length, 0);
  around.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)]);
}
