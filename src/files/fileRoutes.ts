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

/** Where files are received and served; `count` is called with each request, and may refuse it. */
export function fileRoutes(services: Services, count: RequestHandler): Router {
  const router = Router();
  router.post('/files/uploads', count, receiveUpload(services));
  router.get('/files/:name', count, serveFile(services));
  return router;
}

/**
 * Takes an upload that was staged: a form whose fields are followed by the file, which is written to the store as it comes. Nothing
 * stays of one that is cut off, too large, or not of its type. 204 when all of it is stored.
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
      const held = { stagedKey: file.key, of, wanted, least, seconds: HELD_SECONDS };
      await storeUpload(files, file, {
        // Takes over what was held when it was prepared, which was only as much as the client claimed.
        note: async (key) => holdRoom(files, { key, ...held }),
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
 * Once it is answered, the rest of a request is dropped as it comes, so that its sender can read the answer; of one that does not
 * end, as much as an upload may have, and then the connection is closed.
 */
function dropRest(request: IncomingMessage, most: number): void {
  let dropped = 0;
  request.on('data', ({ length }: Buffer) => {
    dropped += length;
    if (dropped > most + AROUND) request.destroy();
  });
  request.resume();
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
