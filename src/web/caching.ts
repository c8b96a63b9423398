import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import express, { type RequestHandler } from 'express';

/** `Cache-Control` of the files of a page, whose URLs do not change with their content. */
export const FOR_AN_HOUR = 'public, max-age=3600';

/** `Cache-Control` of files that a browser may cache but must revalidate (by ETag) before each use. */
export const IF_UNCHANGED = 'public, no-cache';

/** The ETag of a reply, a hash of its content: dates do not help, because all files of an npm package have the same. */
export function etagOf(content: string | Uint8Array): string {
  return `"${hash('sha256', content, 'base64url')}"`;
}

/** Serves the files of a folder with this `Cache-Control`; other replies of this server have `no-store`. */
export function serveFolder(folder: string, caching: string): RequestHandler {
  return express.static(folder, {
    index: false,
    setHeaders: (response: ServerResponse) => response.setHeader('Cache-Control', caching),
  });
}
