import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response } from 'express';
import { accessBot, accessWorkspace } from '../auth/access.js';
import type { Caller } from '../auth/caller.js';
import { type Services, contextOf, shownByVisitor } from '../context/context.js';
import { commonFailure } from '../errors/commonFailure.js';
import { Failure } from '../errors/errors.js';
import { requestInfoOf } from '../http/requests.js';
import { FileVisibility } from '../schema/enums.js';
import type { File } from '../schema/file.js';
import { findFile, isOfMembers } from '../storage/files.js';
import type { Unit } from '../storage/orm.js';
import { readText } from './files.js';
import type { ByteRange, DirectStore } from './fileStore.js';
import { shownAs } from './fileType.js';

/**
 * Serves a file, or a range of it, to whoever may read it; fails with `FILE_NOT_FOUND` for anybody else. No file can act as a page of this
 * server: types that browsers run are sent as plain bytes to be downloaded, and browsers must not guess types.
 */
export function serveFile(services: Services): RequestHandler {
  return async (request, response) => {
    const file = await findServed(services, { request, response });
    describe(response, file);
    if (isKnown(request, file)) return void response.status(304).end();
    const { direct } = services.files.store;
    if (direct && request.method !== 'HEAD') return redirectTo(direct, response, file);
    const range = rangeOf(request, response, file);
    if (range === 'none') return;
    response.status(range ? 206 : 200);
    if (request.method === 'HEAD') return void response.end();
    await send(services, response, { file, range });
  };
}

/** The file, if its bytes exist and may be read. A bucket itself reports missing bytes. */
async function findServed(services: Services, exchange: Exchange): Promise<File> {
  const [id = ''] = String(exchange.request.params['name']).split('.', 1);
  const file = await findFile(services.storage.openUnit(), id);
  const { store } = services.files;
  const isThere = file?.uploadedAt && (store.direct ?? (await store.size(file.key)) === file.bytes);
  if (isThere && (await mayRead(services, exchange, file))) return file;
  throw commonFailure('FILE_NOT_FOUND');
}

/** Redirects a reader to the store, at an address that is valid for ten minutes. */
async function redirectTo(direct: DirectStore, response: Response, file: File): Promise<void> {
  const url = await direct.addressOf(file.key, shownAs(file));
  response.removeHeader('Content-Type');
  response.set('Content-Length', '0').removeHeader('ETag');
  if (file.visibility === FileVisibility.PUBLIC) {
    response.set('Cache-Control', 'public, max-age=300');
  }
  response.status(302).set('Location', url).end();
}

function describe(response: Response, file: File): void {
  const { id, type, bytes, visibility } = file;
  const shown = shownAs(file);
  response.set({
    'Content-Type': shown.type,
    'Content-Length': String(bytes),
    'Content-Disposition': shown.disposition,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Accept-Ranges': 'bytes',
    // The bytes of an id never change.
    ETag: `"${id}"`,
    'Cache-Control':
      visibility === FileVisibility.PUBLIC
        ? 'public, max-age=3600, no-transform'
        : 'private, no-store, no-transform',
  });
  // PDF viewers are scripts of the browser itself, which a sandbox would stop.
  if (type !== 'application/pdf') {
    response.set('Content-Security-Policy', "default-src 'none'; sandbox");
  }
}

/** Whether the reader has the file already (RFC 9110, section 13.1.2). */
function isKnown({ headers }: Request, { id }: File): boolean {
  const known = (headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim());
  return known.includes(`"${id}"`) || known.includes(`W/"${id}"`);
}

/** The requested range; undefined for the whole file. Where there is no such range, it responds with 416 itself and returns `none`. */
function rangeOf(
  request: Request,
  response: Response,
  { id, bytes }: File,
): ByteRange | undefined | 'none' {
  const condition = request.headers['if-range'];
  const ranges = condition === undefined || condition === `"${id}"` ? request.range(bytes) : -2;
  if (ranges === -1) {
    response.status(416).set('Content-Range', `bytes */${bytes}`).set('Content-Length', '0').end();
    return 'none';
  }
  const [range, ...more] = typeof ranges === 'object' && ranges.type === 'bytes' ? ranges : [];
  // Several ranges would need a body of several parts; a server may send the whole instead (RFC 9110, section 14.2).
  if (!range || more.length > 0) return undefined;
  const { start, end } = range;
  response.set('Content-Range', `bytes ${start}-${end}/${bytes}`);
  response.set('Content-Length', String(end - start + 1));
  return { start, end };
}

async function send(
  { files }: Services,
  response: Response,
  { file, range }: { file: File; range: ByteRange | undefined },
): Promise<void> {
  await pipeline(await files.store.read(file.key, range), response).catch((error: unknown) => {
    // The reader has left, or must learn from a broken connection that the file is incomplete.
    if (!response.destroyed) throw error;
  });
}

interface Exchange {
  readonly request: Request;
  readonly response: Response;
}

async function mayRead(services: Services, exchange: Exchange, file: File): Promise<boolean> {
  if (file.visibility === FileVisibility.PUBLIC) return true;
  const isSigned = await hasSignature(services, exchange.request, file.id);
  return isSigned || isReader(services, exchange, file);
}

async function hasSignature(
  { files: { signer } }: Services,
  { query: { expires, signature } }: Request,
  id: string,
): Promise<boolean> {
  if (typeof expires !== 'string' || typeof signature !== 'string') return false;
  return Number(expires) > Date.now() && signer.isSigned(readText(id, expires), signature);
}

/** Whether the caller may read the owner of the file: a result, a bot, or the workspace alone. */
async function isReader(
  services: Services,
  { request, response }: Exchange,
  file: File,
): Promise<boolean> {
  const { requestId } = requestInfoOf(response);
  const context = contextOf(services, { requestId, ...shownByVisitor(request, services) });
  const caller = await context.caller();
  if (!caller) return false;
  try {
    await access(context.openUnit(), caller, file);
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

async function access(unit: Unit, caller: Caller, file: File): Promise<void> {
  const { botId, workspaceId } = file;
  if (botId === null) {
    await accessWorkspace(unit, { caller, workspaceId, intent: 'read' });
    return;
  }
  const intent = isOfMembers(file) ? 'read' : 'readResults';
  await accessBot(unit, { caller, botId, intent, archive: 'either' });
}
