-- Written tests of bots (schema/botTest.ts). The audit log notes who changes them, and of their content only that it changed.
create table bot_test (
  id text collate "C" primary key,
  bot_id text collate "C" not null references bot (id) on delete cascade,
  name text not null,
  test json not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create unique index bot_test_name on bot_test (bot_id, name);

create function bot_test_audited_fn() returns trigger as $$ begin perform note_audit_1('BOT_TEST', coalesce(new.id, old.id), coalesce(new.name, old.name), (select workspace_id from bot where id = old.bot_id), (select workspace_id from bot where id = new.bot_id), jsonb_build_object('name', old.name, 'test', left(md5(old.test::text), 8)), jsonb_build_object('name', new.name, 'test', left(md5(new.test::text), 8))); return null; end; $$ language plpgsql;
create trigger audited after insert or update or delete on bot_test for each row
when ((current_setting('parley.audit'::text, true) <> ''::text)) execute function bot_test_audited_fn();
