import type { Request } from 'express';

/** The URL of this server, relative to the requested page, because a proxy may serve this server below a path. */
export function rootOf({ originalUrl }: Pick<Request, 'originalUrl'>): string {
  // The request target may be a whole URL (RFC 9112, section 3.2.2).
  const [path = ''] = originalUrl.replace(/^https?:\/\/[^/]*/i, '').split('?');
  return '../'.repeat(path.split('/').length - 2) || './';
}
