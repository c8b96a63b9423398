import type { IncomingMessage } from 'node:http';
import { finished, Transform, type Readable } from 'node:stream';
import type { BusboyConfig, BusboyInstance } from '@fastify/busboy';
import { Failure } from '../errors/errors.js';

/** The most bytes of a form before its file, and the most around its file. */
export const AROUND = 65_536;

const FIELDS = 20;
const LIMITS = {
  ...{ files: 1, fields: FIELDS, parts: FIELDS + 1 },
  ...{ fieldSize: 4_096, headerPairs: 20, headerSize: 8_192 },
};

/** Bytes that are searched at once: a form of nothing but empty parts takes milliseconds for so many. */
const PIECE = 8_192;

/** A form that was read up to its file. */
export interface OpenForm {
  /** The field `token`; empty where there is none before the file. */
  readonly token: string;
  readonly content: Readable;
  /** Whether the form ended before its file did. */
  isCutOff(): boolean;
  leave(): void;
}

/**
 * Reads a form up to its file. Fails with `UNSUPPORTED_MEDIA_TYPE` for a request that is no form, with `PAYLOAD_TOO_LARGE` for a form whose
 * file does not begin in time, and with `VALIDATION` for every other form without a file to store.
 */
export async function readForm(request: IncomingMessage): Promise<OpenForm> {
  const type = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data *;.*boundary=/is.test(type)) {
    throw new Failure('UNSUPPORTED_MEDIA_TYPE', 'Send a form as Content-Type: multipart/form-data');
  }
  const form = await openForm({ ...request.headers, 'content-type': type });
  if (request.destroyed) throw cutOff();
  const pieces = inPieces();
  const leave = (): void => {
    request.unpipe(pieces);
    pieces.unpipe(form);
  };
  try {
    return { ...(await fileIn(form, { request, pieces, leave })), leave };
  } catch (error) {
    leave();
    throw error;
  }
}

interface ComingForm {
  readonly request: IncomingMessage;
  readonly pieces: Transform;
  leave(): void;
}

function fileIn(
  form: BusboyInstance,
  { request, pieces, leave }: ComingForm,
): Promise<Omit<OpenForm, 'leave'>> {
  return new Promise((resolve, reject) => {
    let token = '';
    const fail = (failure: Failure): void => {
      leave();
      reject(failure);
    };
    form.on('field', (...[name, value, , isCut]) => {
      if (isCut) fail(unreadable(`The field "${name.slice(0, 100)}" is too long`));
      else if (name === 'token') token = value;
    });
    form.on('file', (_name, content) => {
      pieces.off('data', countBefore);
      resolve({ token, content, isCutOff: watchFile(content, request, leave) });
    });
    for (const limit of ['partsLimit', 'fieldsLimit'] as const) {
      form.once(limit, () => fail(unreadable(`It has more than ${FIELDS} fields`)));
    }
    form.once('finish', () => fail(new Failure('VALIDATION', 'The form has no file')));
    form.once('error', (error) => fail(unreadable(String(error))));
    request.once('close', () => reject(cutOff()));
    let before = 0;
    const countBefore = ({ length }: Buffer): void => {
      before += length;
      if (before > AROUND) fail(tooLong());
    };
    request.pipe(pieces).pipe(form);
    // After the form itself, which may find the file in the same piece.
    pieces.on('data', countBefore);
  });
}

/** Watches the file of a form, and stops reading at its end. Returns whether the form ended before its file. */
function watchFile(content: Readable, request: IncomingMessage, leave: () => void): () => boolean {
  let isCut = false;
  const cut = (): void => {
    isCut = true;
    content.destroy(cutOff());
  };
  finished(request, (error) => {
    if (error) cut();
  });
  // For a form without an end Busboy emits this event, and lets the file end as a whole one would.
  content.on('error', () => {
    if (!content.destroyed) cut();
  });
  content.once('end', leave);
  return () => isCut;
}

function inPieces(): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let at = 0; at < chunk.length; at += PIECE) this.push(chunk.subarray(at, at + PIECE));
      done();
    },
  });
}

/** Fails with `VALIDATION` for a boundary that no form has. Busboy is loaded with the first upload. */
async function openForm(headers: BusboyConfig['headers']): Promise<BusboyInstance> {
  const { Busboy } = await import('@fastify/busboy');
  try {
    return new Busboy({ headers, limits: LIMITS });
  } catch (error) {
    throw unreadable(String(error));
  }
}

function unreadable(why: string): Failure {
  return new Failure('VALIDATION', `The form cannot be read: ${why}`);
}

function tooLong(): Failure {
  return new Failure('PAYLOAD_TOO_LARGE', `The form has more than ${AROUND} bytes before its file`);
}

/** The failure of a form that ends too early. */
export function cutOff(): Failure {
  return new Failure('VALIDATION', 'The upload was cut off; begin it again');
}
