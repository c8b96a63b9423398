import { ObjectType, type ClassType } from 'type-graphql';
import { Field, NullableField } from './field.js';
import { HoldsOnePage } from './queryCost.js';

/** Where a page ends (Relay cursor connections). */
@ObjectType({ description: 'Where a page begins and ends.' })
export class PageInfo {
  @Field(() => Boolean, 'Whether entries come after this page.') hasNextPage: boolean;
  @Field(() => Boolean, 'Whether entries come before this page.') hasPreviousPage: boolean;

  @NullableField(() => String, 'Send it as `before` to get the page before.')
  startCursor: string | null;

  @NullableField(() => String, 'Send it as `after` to get the next page.') endCursor: string | null;
}

/** One entry of a page, with its cursor. */
export interface Edge<T> {
  cursor: string;
  node: T;
}

/** A page in the shape of Relay's cursor connections; extend it to name the type. */
export interface Connection<T> {
  edges: Edge<T>[];
  nodes: T[];
  pageInfo: PageInfo;
  nextCursor: string | null;
}

/** Creates the abstract GraphQL type of a connection of `T`, and the type of its edges (https://relay.dev/graphql/connections.htm). */
export function connectionOf<T extends object>(
  type: ClassType<T>,
  name: string,
): abstract new () => Connection<T> {
  @ObjectType(`${name}Edge`, { description: 'One entry of a page.' })
  class EdgeOfType implements Edge<T> {
    @Field(() => String, 'Its place in the whole, for `after`.') cursor: string;

    @Field(() => type, 'The entry itself.') node: T;
  }

  @ObjectType()
  abstract class ConnectionOfType implements Connection<T> {
    @HoldsOnePage
    @Field(() => [EdgeOfType], 'The entries, each with its cursor.')
    edges: EdgeOfType[];

    @HoldsOnePage @Field(() => [type], 'The entries without their cursors.') nodes: T[];

    @Field(() => PageInfo, 'Where the page begins and ends.') pageInfo: PageInfo;

    @NullableField(
      () => String,
      '`pageInfo.endCursor` while there is a next page, null at the end.',
    )
    nextCursor: string | null;
  }
  return ConnectionOfType;
}

/** Builds a page of rows. The cursors are those of the first and last row unless `more` has others. */
export function pageOf<T>(
  rows: readonly T[],
  cursorOf: (row: T) => string,
  more: Pick<PageInfo, 'hasNextPage' | 'hasPreviousPage'> & Partial<PageInfo>,
): Connection<T> {
  const edges = rows.map((node) => ({ cursor: cursorOf(node), node }));
  const [startCursor, endCursor] = [edges[0]?.cursor ?? null, edges.at(-1)?.cursor ?? null];
  const pageInfo = { startCursor, endCursor, ...more };
  return {
    edges,
    nodes: [...rows],
    pageInfo,
    nextCursor: more.hasNextPage ? pageInfo.endCursor : null,
  };
}
