import type { IncomingMessage } from 'node:http';
import { finished, type Readable } from 'node:stream';
import type { BusboyConfig, BusboyInstance } from '@fastify/busboy';
import type { RequestHandler } from 'express';
import type { Services } from '../context/context.js';
import { Failure } from '../errors/errors.js';
import type { File } from '../schema/file.js';
import { findFile, sumFiles } from '../storage/files.js';
import { tooLarge } from './atMost.js';
import { assertStorage, refused, uploadText } from './stageUpload.js';
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
      // Any number may have been staged while there was room.
      const used = await sumFiles(storage.pool, [file.workspaceId]);
      assertStorage(files.limits, used.get(file.workspaceId) ?? 0);
      await storeUpload(files, file, (key) =>
        files.store.save(key, form.content, most).catch((error: unknown) => {
          throw form.isCutOff() ? cutOff() : error;
        }),
      );
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
  /** Whether the form ended before its file did. */
  isCutOff(): boolean;
  /** Stops reading: the rest of the request is dropped as it comes, so that its sender can read the answer. */
  leave(): void;
}

const LIMITS = { files: 1, fields: 20, fieldSize: 4_096, headerPairs: 20, headerSize: 8_192 };

async function readForm(request: IncomingMessage): Promise<OpenForm> {
  const type = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data *;.*boundary=/is.test(type)) {
    throw new Failure('UNSUPPORTED_MEDIA_TYPE', 'Send a form as Content-Type: multipart/form-data');
  }
  const form = await openForm({ ...request.headers, 'content-type': type });
  if (request.destroyed) throw cutOff();
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
      let isCut = false;
      const cut = (): void => {
        isCut = true;
        content.destroy(cutOff());
      };
      // What follows the file is read for the file's sake: a failure there is one of the file.
      finished(request, (error) => {
        if (error) cut();
      });
      // Of a form without an end Busboy tells by this event, and lets the file end as a whole one would.
      content.on('error', () => {
        if (!content.destroyed) cut();
      });
      resolve({ token, content, isCutOff: () => isCut, leave });
    });
    form.once('finish', () => fail('The form has no file'));
    form.once('error', (error) => fail(unreadable(error)));
    request.once('close', () => reject(cutOff()));
    request.pipe(form);
  });
}

/** Fails with `VALIDATION` for a boundary that no form has. Busboy is loaded with the first upload. */
async function openForm(headers: BusboyConfig['headers']): Promise<BusboyInstance> {
  const { Busboy } = await import('@fastify/busboy');
  try {
    return new Busboy({ headers, limits: LIMITS });
  } catch (error) {
    throw new Failure('VALIDATION', unreadable(error));
  }
}

function unreadable(error: unknown): string {
  return `The form cannot be read: ${String(error)}`;
}

function cutOff(): Failure {
  return new Failure('VALIDATION', 'The upload was cut off; begin it anew');
}

/** The id of a file, how large it may be, until when it may come, and a signature of these. */
const TOKEN = /^(fil_\w{1,64})\.(\d{1,16})\.(\d{1,16})\.([\w-]{1,100})$/;

/** The file that a token was signed for, not uploaded yet. */
async function findStaged(
  storage: Services['storage'],
  { signer }: Services['files'],
  token: string,
): Promise<{ file: File; most: number }> {
  if (token === '') throw refused('The form has no field "token" before the file');
  const [, id = '', most, until, signature = ''] = TOKEN.exec(token) ?? [];
  const limits = { most: Number(most), until: Number(until) };
  const file = id === '' ? null : await findFile(storage.openUnit(), id);
  const isSigned = file && (await signer.isSigned(uploadText(file, limits), signature));
  if (!isSigned) throw refused('The field "token" is not one that this server gave');
  if (limits.until < Date.now())
    throw refused('The address of the upload has expired; get another');
  if (file.uploadedAt) throw refused('It was uploaded before');
  return { file, most: limits.most };
}
