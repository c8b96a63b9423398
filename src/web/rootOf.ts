import type { Request } from 'express';

/** The address of this server, relative to the page that was requested: a proxy may serve this server below a path. */
export function rootOf({ originalUrl }: Pick<Request, 'originalUrl'>): string {
  // A client may ask for a whole address (RFC 9112, section 3.2.2).
  const [path = ''] = originalUrl.replace(/^https?:\/\/[^/]*/i, '').split('?');
  return '../'.repeat(path.split('/').length - 2) || './';
}
