import type { EntityData } from '@mikro-orm/core';
import { File } from '../schema/file.js';
import { OF_MEMBERS } from './files.js';
import { likePattern } from './likePattern.js';
import type { Unit } from './orm.js';
import {
  BY_NAME,
  keysetOf,
  pagesBy,
  type Page,
  type Place,
  type Slice,
  type SortColumn,
} from './page.js';

/** The kinds of owners that members upload files for: bots, or workspaces alone. */
export type FileHolder = 'botId' | 'workspaceId';

const HELD: Readonly<Record<FileHolder, string>> = {
  botId: 'bot_id = holder',
  workspaceId: 'workspace_id = holder and bot_id is null',
};

/** The columns by which files can be sorted; `CREATED_AT` is the id, because ids sort by age. */
export type FileColumn = 'CREATED_AT' | 'NAME' | 'BYTES';

const COLUMNS: Readonly<Record<FileColumn, SortColumn | undefined>> = {
  CREATED_AT: undefined,
  NAME: BY_NAME,
  BYTES: { sql: 'bytes', value: '?::float8' },
};

/** A filter and an order of files. */
export interface FileQuery {
  /** A part of the name, in any case. */
  readonly search?: string | undefined;
  readonly by: FileColumn;
  readonly slice: Slice<Place>;
}

/** A page of the files that members uploaded for each of these bots or workspaces, sorted downward by a column. */
export async function listFiles(
  unit: Unit,
  { of, ids }: { of: FileHolder; ids: readonly string[] },
  { search, by, slice }: FileQuery,
): Promise<Map<string, Page<File>>> {
  const { between, values, columns, direction } = keysetOf(COLUMNS[by], slice);
  const order = columns.map((sql) => `${sql} ${direction}`).join(', ');
  // One statement for all lists, with the rows themselves, which are small.
  const rows = await unit.execute<EntityData<File>[]>(
    `select listed.* from unnest(?::text[]) as holder cross join lateral (
      select * from file where ${HELD[of]} and ${OF_MEMBERS} and uploaded_at is not null
        and ${between} and name ilike ? order by ${order} limit ?
    ) as listed order by ${order}`,
    [`{${ids.join(',')}}`, ...values, likePattern(search ?? ''), slice.limit + 1],
  );
  const found = rows.map((row) => unit.map(File, row));
  // Lists by bot only contain files that have a bot.
  return pagesBy(of, found as (File & { botId: string })[], slice);
}
