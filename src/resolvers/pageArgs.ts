import { ArgsType } from 'type-graphql';
import { invalid } from '../errors/errors.js';
import { pageOf, type Connection } from '../schema/connection.js';
import { Field, NullableField } from '../schema/field.js';
import { CreatedAtOrder } from '../schema/orders.js';
import { PageLimit } from '../schema/scalars.js';
import type { Page, Slice } from '../storage/page.js';

const DEFAULT_LIMIT = 50;

/** The requested page of a list (https://relay.dev/graphql/connections.htm). */
@ArgsType()
export class PageArgs {
  @NullableField(() => PageLimit, {
    description:
      'So many from the beginning, or after `after`; 50 when neither this nor `last` is sent.',
  })
  first?: number | null;

  @NullableField(() => String, 'The cursor to go on after.') after?: string | null;

  @NullableField(() => PageLimit, {
    description: 'So many from the end, or before `before`; not together with `first`.',
  })
  last?: number | null;

  @NullableField(() => String, 'The cursor to stop before.') before?: string | null;
}

/** The requested page of a list that is read from its newest or its oldest entry. */
@ArgsType()
export class NewestFirstArgs extends PageArgs {
  @Field(() => CreatedAtOrder, {
    defaultValue: CreatedAtOrder.CREATED_AT_DESC,
    description: 'From which end the list is read.',
  })
  orderBy: CreatedAtOrder;
}

/** The slice of a list that the arguments request. `keyOf` reads the key of the list from a cursor. */
export function sliceOf<K>(
  { first, after, last, before }: PageArgs,
  keyOf: (text: string) => K | undefined,
): Slice<K> {
  if (typeof first === 'number' && typeof last === 'number') {
    throw invalid([{ path: ['last'], message: 'Cannot be sent together with `first`' }]);
  }
  const key = (name: string, cursor: string | null | undefined): K | undefined => {
    if (typeof cursor !== 'string') return undefined;
    const read = keyOf(Buffer.from(cursor, 'base64url').toString());
    if (read === undefined) {
      throw invalid([{ path: [name], message: 'Not a cursor of this list' }]);
    }
    return read;
  };
  return {
    limit: last ?? first ?? DEFAULT_LIMIT,
    isBackward: typeof last === 'number',
    after: key('after', after),
    before: key('before', before),
  };
}

/**
 * The connection for a page of rows. `keyOf` returns the key by which the list is ordered. If a scan stopped early, the page's cursors
 * cover all scanned rows, not only the returned ones.
 */
export function connectionFrom<T extends K, K>(
  { rows, beginsAt, endsAt, ...more }: Page<T, K>,
  keyOf: (place: K) => string | number,
): Connection<T> {
  const cursorOf = (place: K) => Buffer.from(String(keyOf(place))).toString('base64url');
  return pageOf(rows, cursorOf, {
    ...more,
    ...(beginsAt !== undefined && { startCursor: cursorOf(beginsAt) }),
    ...(endsAt !== undefined && { endCursor: cursorOf(endsAt) }),
  });
}

/** The id in a cursor of a list ordered by id. */
export function idInCursor(text: string): string | undefined {
  return /^\w{1,100}$/.test(text) ? text : undefined;
}

/** The number in a cursor of a list ordered by number. */
export function numberInCursor(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** The position in a cursor of a list ordered by writing. */
export function positionInCursor(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
