import type { Request } from 'express';

/** The address of this server, relative to the page that was requested: a proxy may serve this server below a path. */
export function rootOf({ originalUrl }: Pick<Request, 'originalUrl'>): string {
  const [path = ''] = originalUrl.split('?');
  return '../'.repeat(path.split('/').length - 2) || './';
}
