import type { Route } from '../route.js';

/** The parameters of an endpoint that lists page by page. */
export const PAGE_QUERY = [
  { name: 'limit', description: 'How many at most' },
  { name: 'cursor', description: '`nextCursor` of the page before' },
] as const;

/** What the reply of such an endpoint says besides the list. */
export const PAGE_MEANS: NonNullable<Route['means']> = {
  nextCursor: 'Send it as `cursor` to get the next page; null at the end',
};
