import { constants } from 'node:zlib';
import compression from 'compression';
import type { Request, RequestHandler, Response } from 'express';

/** Replies with fewer bytes are not compressed: most replies of chats. */
const SHORT = 1_024;

/** The quality of brotli, from 0 to 11: 4 takes about as long as gzip, and the result is smaller. */
const QUALITY = 4;

/** What browsers send as `Sec-Fetch-Site` with requests that a page of another site made. */
const OTHER_SITES: readonly unknown[] = ['cross-site', 'same-site'];

/**
 * Compresses replies with brotli or gzip, as the request accepts, in threads of zlib. Replies that are streamed as events, parts of files
 * and what is compressed already stay as they are.
 */
export function compressReplies(): RequestHandler {
  const compress = compression({
    threshold: SHORT,
    filter: mayBeCompressed,
    brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } },
  });
  return (request, response, next) => {
    const { 'accept-encoding': accepted, 'sec-fetch-site': site = '', cookie } = request.headers;
    // The length of a compressed reply could reveal its content to another site that makes the browser of a signed-in person send the
    // request (https://www.breachattack.com).
    const isFromElsewhere = cookie !== undefined && OTHER_SITES.includes(site);
    if (accepted === undefined || isFromElsewhere) next();
    else compress(request, response, next);
  };
}

/** Called when the headers of a reply are complete, before they are sent. */
function mayBeCompressed(request: Request, response: Response): boolean {
  const type = String(response.getHeader('Content-Type'));
  if (!compression.filter(request, response) && !type.startsWith('application/jsonl')) return false;
  if (type.startsWith('text/event-stream') || response.statusCode === 206) return false;
  // A reply to HEAD may state no length but that of the reply to GET, which is not known (RFC 9110, section 8.6).
  const isLong = Number(response.getHeader('Content-Length')) >= SHORT;
  if (request.method === 'HEAD' && isLong) response.removeHeader('Content-Length');
  return true;
}
