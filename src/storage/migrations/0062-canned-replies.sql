-- Texts that agents of a workspace send again and again.
create table canned_reply (
  id text collate "C" primary key,
  workspace_id text collate "C" not null references workspace (id) on delete cascade,
  shortcut text collate "C" not null,
  text text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create unique index canned_reply_shortcut on canned_reply (workspace_id, shortcut);

create function canned_reply_audited_fn() returns trigger as $$ begin perform note_audit_1('CANNED_REPLY', coalesce(new.id, old.id), coalesce(new.shortcut, old.shortcut), old.workspace_id, new.workspace_id, jsonb_build_object('shortcut', old.shortcut, 'text', old.text), jsonb_build_object('shortcut', new.shortcut, 'text', new.text)); return null; end; $$ language plpgsql;
create trigger audited after insert or update or delete on canned_reply for each row
when ((current_setting('parley.audit'::text, true) <> ''::text)) execute function canned_reply_audited_fn();
