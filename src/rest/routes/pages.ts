import type { Route } from '../route.js';

/** The parameters of endpoints that return pages. */
export const PAGE_QUERY = [
  { name: 'limit', description: 'How many at most' },
  { name: 'cursor', description: '`nextCursor` of the page before' },
] as const;

/** The descriptions of the members of such replies besides the list. */
export const PAGE_MEANS: NonNullable<Route['means']> = {
  nextCursor: 'Send it as `cursor` to get the next page; null at the end',
};
