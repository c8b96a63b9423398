import { Client } from 'pg';

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
  return {
    putBack: async () => void (await database.query(putBack)),
    close: () => database.end(),
  };
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
