import { Client } from 'pg';

/** All workspaces of a database with whatever belongs to them, as they were when they were kept. */
export interface Kept {
  /** Makes them what they were, and throws away those that came since. */
  putBack(): Promise<void>;
  close(): Promise<void>;
}

/** Keeps them in the database itself, in tables beside its own. */
export async function keepWorkspaces(databaseUrl: string): Promise<Kept> {
  const database = new Client(databaseUrl);
  await database.connect();
  const { rows: tables } = await database.query<{ name: string; columns: string }>(TABLES);
  await database.query('create schema kept');
  for (const { name } of tables) {
    await database.query(`create table kept.${name} as select * from ${name}`);
  }
  // In one statement, because rows point at each other both ways: what they point at is looked for at its end.
  const inserts = tables.map(
    ({ name, columns }) => `put_${name} as (insert into ${name} (${columns})
      select ${columns} from kept.${name} on conflict do nothing)`,
  );
  const putBack = `begin; delete from workspace; with ${inserts.join(', ')} select; commit`;
  return {
    putBack: async () => void (await database.query(putBack)),
    close: () => database.end(),
  };
}

/** The tables whose rows go when a workspace goes, chats among them, and their columns that can be written. */
const TABLES = `with recursive owned (id) as (
    values ('workspace'::regclass::oid), ('chat_session'::regclass::oid), ('webhook_delivery'::regclass::oid)
    union
    select conrelid from pg_constraint join owned on confrelid = owned.id where confdeltype = 'c'
  )
  select relname as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns
  from owned join pg_class on pg_class.oid = owned.id join pg_attribute on attrelid = owned.id
  where attnum > 0 and not attisdropped and attgenerated = '' group by relname`;
