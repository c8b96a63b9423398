import { getNamedType, type GraphQLField, isCompositeType, parse } from 'graphql';
import { Client } from 'pg';
import { operationRows } from '../operations/rows/index.js';
import { fillKnown } from '../operations/rows/things.js';
import { partAt, recordAt, recordsAt } from '../support/parts.js';
import { type Ids, sampleOf } from '../support/sampleOf.js';
import { queryGraphql, type Shown } from '../support/transports.js';
import { openWatcher } from '../support/watcher.js';
import type { Verdict } from './rights.js';

/** A root field of the schema. */
export interface Operation {
  readonly kind: 'query' | 'mutation' | 'subscription';
  readonly field: GraphQLField<unknown, unknown>;
}

/** The outcome of an operation: its verdict and, of a refusal, the whole message. */
export interface Came {
  readonly verdict: Verdict | 'UNAUTHORIZED';
  readonly told?: unknown;
}

/** Runs an operation with the input of its row, or with its required arguments; returns the outcome. */
export async function come(
  url: string,
  operation: Operation,
  { ids, token }: { ids: Ids; token: string | null },
): Promise<Came> {
  const { kind, field } = operation;
  const extra = fillKnown(operationRows[field.name]?.sent ?? {}, ids);
  const sent = sampleOf(field, ids);
  const variables: Shown =
    'input' in sent ? { input: { ...recordAt(sent, 'input'), ...extra } } : { ...extra, ...sent };
  const given = field.args.filter(({ name }) => name in variables);
  const heads = given.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
  const args = given.map(({ name }) => `${name}: $${name}`).join(', ');
  const selection = isCompositeType(getNamedType(field.type))
    ? kind === 'mutation'
      ? '{ userErrors { code reason message } }'
      : '{ __typename }'
    : '';
  const query = `${kind} ${heads && `(${heads})`} { done: ${field.name}${args && `(${args})`} ${selection} }`;
  parse(query);
  if (kind === 'subscription') return comeOfWatching(url, { query, variables }, token);
  const { data, errors = [] } = await queryGraphql(url, { query, variables }, { token });
  return judge(data, errors.map(shownOf));
}

/** An error without the parts that differ from request to request. */
function shownOf({ message, extensions }: Shown): Shown {
  const { requestId, ...rest } = recordAt(extensions);
  return { message, ...rest };
}

function judge(data: unknown, errors: readonly Shown[]): Came {
  const done = partAt(data, 'done');
  const isRefused = Array.isArray(partAt(done, 'userErrors'));
  const [refusal] = [...errors, ...(isRefused ? recordsAt(done, 'userErrors') : [])];
  const code = refusal?.['code'] ?? (done === null ? 'NOT_FOUND' : 'done');
  const verdict = (['FORBIDDEN', 'NOT_FOUND', 'UNAUTHORIZED'] as const).find((one) => one === code);
  return { verdict: verdict ?? 'done', ...(refusal && { told: refusal }) };
}

async function comeOfWatching(
  url: string,
  request: { query: string; variables: Record<string, unknown> },
  token: string | null,
): Promise<Came> {
  const client = openWatcher(url, token === null ? {} : { authorization: `Bearer ${token}` });
  try {
    return await new Promise<Came>((resolve) => {
      const fail = (errors: unknown) =>
        resolve(
          Array.isArray(errors)
            ? judge(undefined, recordsAt({ errors }, 'errors').map(shownOf))
            : { verdict: 'NOT_FOUND', told: errors },
        );
      client.subscribe(request, {
        next: ({ errors }) => (errors ? fail(errors) : resolve({ verdict: 'done' })),
        error: fail,
        complete: () => resolve({ verdict: 'done' }),
      });
    });
  } finally {
    await client.dispose();
  }
}

/** A copy of all workspaces of a database and the rows that belong to them. */
export interface Kept {
  /** Restores the copied rows, and deletes workspaces that were made since. */
  putBack(): Promise<void>;
  close(): Promise<void>;
}

/** Copies them into tables of a schema `kept` in the same database. */
export async function keepWorkspaces(databaseUrl: string): Promise<Kept> {
  const database = new Client(databaseUrl);
  await database.connect();
  const { rows: tables } = await database.query<{ name: string; columns: string }>(TABLES);
  await database.query('create schema kept');
  for (const { name } of tables) {
    await database.query(`create table kept.${name} as select * from ${name}`);
  }
  // One statement, because rows refer to each other both ways, and foreign keys are checked at the end of a statement.
  const inserts = tables.map(
    ({ name, columns }) => `put_${name} as (insert into ${name} (${columns})
      select ${columns} from kept.${name} on conflict do nothing)`,
  );
  const putBack = `begin; delete from workspace; delete from chat_session; delete from chat_event; delete from chat_desk; delete from chat_trace; delete from chat_replay; with ${inserts.join(', ')} select; commit`;
  return { putBack: async () => void (await database.query(putBack)), close: () => database.end() };
}

/** The tables whose rows are deleted with a workspace, those of chats, and the columns of each that can be written. */
const TABLES = `with recursive owned (id) as (
    values ('workspace'::regclass::oid), ('chat_session'::regclass::oid), ('chat_event'::regclass::oid),
      ('chat_desk'::regclass::oid), ('chat_trace'::regclass::oid), ('chat_replay'::regclass::oid), ('webhook_delivery'::regclass::oid)
    union
    select conrelid from pg_constraint join owned on confrelid = owned.id where confdeltype = 'c'
  )
  select relname as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns
  from owned join pg_class on pg_class.oid = owned.id join pg_attribute on attrelid = owned.id
  where attnum > 0 and not attisdropped and attgenerated = '' group by relname`;
