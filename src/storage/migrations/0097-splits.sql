-- Splits of live traffic (docs/adr/0093-stages-and-splits.md). `split` of a bot is the phase of the split that runs, as `<split>/<phase>`. The
-- flow of an arm is one of its own: `<split>/<phase>/<version>`.
create table bot_split (
  id text collate "C" primary key,
  bot_id text collate "C" not null references bot (id) on delete cascade,
  phases json not null,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3)
);
create index bot_split_bot_id on bot_split (bot_id);
alter table bot add column split text collate "C";

create function bot_split_audited_fn() returns trigger as $$ begin perform note_audit_1('BOT_SPLIT', coalesce(new.id, old.id), coalesce((select name from bot where id = new.bot_id), (select name from bot where id = old.bot_id)), (select workspace_id from bot where id = old.bot_id), (select workspace_id from bot where id = new.bot_id), jsonb_build_object('phases', old.phases, 'endedAt', old.ended_at), jsonb_build_object('phases', new.phases, 'endedAt', new.ended_at)); return null; end; $$ language plpgsql;
create trigger audited after insert or update or delete on bot_split for each row
when ((current_setting('parley.audit'::text, true) <> ''::text)) execute function bot_split_audited_fn();
