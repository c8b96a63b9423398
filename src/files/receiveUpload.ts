import type { IncomingMessage } from 'node:http';
import { finished, type Readable } from 'node:stream';
import type { RequestHandler } from 'express';
import type { Services } from '../context/context.js';
import { Failure } from '../errors/errors.js';
import type { File } from '../schema/file.js';
import { findFile } from '../storage/files.js';
import { tooLarge } from './atMost.js';
import { refused, uploadText } from './stageUpload.js';
import { storeUpload } from './storeBytes.js';

/**
 * Takes an upload that was staged: a form whose fields are followed by the file, which is written to the store as it comes. Nothing
 * stays of one that is cut off, too large, or not of its type. 204 when all of it is stored.
 */
export function receiveUpload({ storage, files }: Services): RequestHandler {
  return async (request, response) => {
    const form = await readForm(request);
    try {
      const { file, most } = await findStaged(storage, files, form.token);
      if (Number(request.headers['content-length']) > most + AROUND) throw tooLarge(most);
      await storeUpload(files, file, (key) => files.store.save(key, form.content, most));
    } finally {
      form.leave();
    }
    response.status(204).end();
  };
}

/** How many bytes the parts of a form around its file may take. */
const AROUND = 65_536;

/** A form that is being read, as far as its file. */
interface OpenForm {
  readonly token: string;
  readonly content: Readable;
  /** Stops reading: the rest of the request is dropped as it comes, so that its sender can read the answer. */
  leave(): void;
}

const LIMITS = { files: 1, fields: 20, fieldSize: 4_096, headerPairs: 20, headerSize: 8_192 };

async function readForm(request: IncomingMessage): Promise<OpenForm> {
  const type = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data *;.*boundary=/is.test(type)) {
    throw new Failure('UNSUPPORTED_MEDIA_TYPE', 'Send a form as Content-Type: multipart/form-data');
  }
  // Loaded with the first upload.
  const { Busboy } = await import('@fastify/busboy');
  if (request.destroyed) throw cutOff();
  const form = new Busboy({
    headers: { ...request.headers, 'content-type': type },
    limits: LIMITS,
  });
  const leave = (): void => {
    request.unpipe(form);
    request.resume();
  };
  return new Promise((resolve, reject) => {
    let token = '';
    const fail = (why: string) => {
      leave();
      reject(new Failure('VALIDATION', why));
    };
    form.on('field', (name, value) => {
      if (name === 'token') token = value;
    });
    form.on('file', (_name, content) => {
      // What follows the file is read for the file's sake: a failure there is one of the file.
      finished(request, (error) => {
        if (error) content.destroy(cutOff());
      });
      content.once('error', () => undefined);
      resolve({ token, content, leave });
    });
    form.once('finish', () => fail('The form has no file'));
    form.once('error', (error) => fail(`The form cannot be read: ${String(error)}`));
    request.once('close', () => reject(cutOff()));
    request.pipe(form);
  });
}

function cutOff(): Failure {
  return new Failure('VALIDATION', 'The upload was cut off; begin it anew');
}

/** The file that a token was signed for, not uploaded yet. */
async function findStaged(
  storage: Services['storage'],
  { signer }: Services['files'],
  token: string,
): Promise<{ file: File; most: number }> {
  if (token === '') throw refused('The form has no field "token" before the file');
  const [id = '', most, until, signature = ''] = token.split('.');
  const limits = { most: Number(most), until: Number(until) };
  const file = await findFile(storage.openUnit(), id);
  const isSigned = file && (await signer.isSigned(uploadText(file, limits), signature));
  if (!isSigned) throw refused('The field "token" is not one that this server gave');
  if (limits.until < Date.now())
    throw refused('The address of the upload has expired; get another');
  if (file.uploadedAt) throw refused('It was uploaded before');
  return { file, most: limits.most };
}
