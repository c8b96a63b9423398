import type { IncomingMessage } from 'node:http';
import { type RequestHandler, Router } from 'express';
import type { Services } from '../context/context.js';
import type { File } from '../schema/file.js';
import { findFile } from '../storage/files.js';
import { tooLarge } from './atMost.js';
import { holdRoom } from './holdRoom.js';
import { refused } from './refused.js';
import { serveFile } from './serveFile.js';
import { uploadText, userOf } from './stageUpload.js';
import { HELD_SECONDS, storeUpload } from './storeBytes.js';
import { AROUND, cutOff, readForm } from './uploadForm.js';

/** The routes that receive and serve files; `count` is called with each request, and may refuse it. */
export function fileRoutes(services: Services, count: RequestHandler): Router {
  const router = Router();
  router.post('/files/uploads', count, receiveUpload(services));
  router.get('/files/:name', count, serveFile(services));
  return router;
}

/**
 * Receives an upload that was staged: a form whose fields are followed by the file, which is written to the store as it arrives. Nothing is
 * kept of an upload that is cut off, too large, or not of its type. Responds with 204 when all of it is stored.
 */
function receiveUpload(services: Services): RequestHandler {
  const { storage, files, clientAddressOf } = services;
  return async (request, response) => {
    response.once('finish', () => dropRest(request, files.limits.upload));
    const form = await readForm(request);
    try {
      const { file, most } = await findStaged(storage, files, form.token);
      const length = Number(request.headers['content-length'] ?? most);
      if (length > most + AROUND) throw tooLarge(most);
      const wanted = Math.min(most, length);
      const of = userOf(file, clientAddressOf(request));
      await files.countUpload(of, wanted);
      const least = Math.max(1, wanted - AROUND);
      const hold = { stagedKey: file.key, of, wanted, least, seconds: HELD_SECONDS };
      await storeUpload(files, file, {
        // Takes over the hold of the prepared upload, which was only as large as the client claimed.
        note: async (key) => holdRoom(files, { key, ...hold }),
        put: async (key, granted) =>
          files.store.save(key, form.content, granted).catch((error: unknown) => {
            throw form.isCutOff() ? cutOff() : error;
          }),
      });
    } finally {
      form.leave();
    }
    response.status(204).end();
  };
}

/**
 * Drops the rest of a request that was answered, as it arrives, so that its sender can read the answer. Of a request that does not end, as
 * much is dropped as an upload may have; then the connection is closed.
 */
function dropRest(request: IncomingMessage, most: number): void {
  let dropped = 0;
  request.on('data', ({ length }: Buffer) => {
    dropped += length;
    if (dropped > most + AROUND) request.destroy();
  });
  request.resume();
}

/** A token: the id of a file, its largest size, when the upload expires, and a signature of these. */
const TOKEN = /^(fil_\w{1,64})\.(\d{1,16})\.(\d{1,16})\.([\w-]{1,100})$/;

/** The file of a signed token, which was not uploaded yet. */
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
