import type { ServerResponse } from 'node:http';
import express, { type Request, type RequestHandler } from 'express';

/** The permissions of a page besides loading its own files. */
export interface PageRights {
  /** Addresses its scripts may call besides this server's. */
  readonly connect?: readonly string[];
}

/**
 * Headers of the pages of this server: everything a page loads comes from this server, and no text in it is run as a
 * script. Styles may be inline, because the editors create theirs at run time.
 */
export function protectPage({ connect = [] }: PageRights = {}): RequestHandler {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    ["connect-src 'self'", ...connect].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return (_request, response, next) => {
    response.set({
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Opener-Policy': 'same-origin',
    });
    next();
  };
}

/** The address of this server as seen from the page of a request: a proxy may have taken a part of the path away. */
export function rootOf({ originalUrl }: Pick<Request, 'originalUrl'>): string {
  const [path = ''] = originalUrl.split('?');
  return '../'.repeat(path.split('/').length - 2) || './';
}

/**
 * How long a browser may cache the files of a page, in milliseconds; their addresses do not change with their content.
 */
export const FILES_KEPT = 3_600_000;

/** The files of a folder, which browsers may keep as `caching` says; of every other reply the server says that they may not. */
export function serveKept(folder: string, caching: string): RequestHandler {
  return express.static(folder, {
    index: false,
    setHeaders: (response: ServerResponse) => response.setHeader('Cache-Control', caching),
  });
}
