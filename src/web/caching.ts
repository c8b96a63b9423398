import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import express, { type RequestHandler } from 'express';

/** `Cache-Control` of the files of a page, whose addresses do not change with their content. */
export const FOR_AN_HOUR = 'public, max-age=3600';

/** `Cache-Control` of what a browser may keep, but has to compare with ours (by its ETag) before it is used. */
export const IF_UNCHANGED = 'public, no-cache';

/** The ETag of a reply, by its content: the files of an npm package all have the same date. */
export function etagOf(content: string | Uint8Array): string {
  return `"${hash('sha256', content, 'base64url')}"`;
}

/** Serves the files of a folder with this `Cache-Control`; all other replies of this server have `no-store`. */
export function serveFolder(folder: string, caching: string): RequestHandler {
  return express.static(folder, {
    index: false,
    setHeaders: (response: ServerResponse) => response.setHeader('Cache-Control', caching),
  });
}
