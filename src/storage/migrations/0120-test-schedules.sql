-- When the written tests of bots run on what is live (schema/botTestSchedule.ts), and how they last went.
create table bot_test_schedule (
  bot_id text collate "C" primary key references bot (id) on delete cascade,
  every text not null,
  next_at timestamptz(3) not null,
  taken_until timestamptz(3),
  attempt integer not null,
  is_failing boolean not null,
  ran_at timestamptz(3),
  last_run json
);
create index bot_test_schedule_next_at on bot_test_schedule (next_at);

create function bot_test_schedule_audited_fn() returns trigger as $$ begin perform note_audit_1('BOT_TEST_SCHEDULE', coalesce(new.bot_id, old.bot_id), coalesce((select name from bot where id = new.bot_id), (select name from bot where id = old.bot_id)), (select workspace_id from bot where id = old.bot_id), (select workspace_id from bot where id = new.bot_id), jsonb_build_object('every', old.every), jsonb_build_object('every', new.every)); return null; end; $$ language plpgsql;
create trigger audited after insert or update or delete on bot_test_schedule for each row
when ((current_setting('parley.audit'::text, true) <> ''::text)) execute function bot_test_schedule_audited_fn();
