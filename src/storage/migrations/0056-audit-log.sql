-- Who did what to things of a workspace (docs/adr/0069-audit-log.md). Triggers write it, in the transaction of the write.
create table audit_entry (
  position bigserial primary key,
  workspace_id text collate "C" not null references workspace (id) on delete cascade,
  actor_id text collate "C" references app_user (id) on delete set null,
  token_id text collate "C" not null,
  token_name text,
  sign_in_id text collate "C",
  operation text not null,
  action text not null,
  kind text not null,
  subject_id text collate "C" not null,
  subject_name text,
  before json,
  after json,
  created_at timestamptz(3) not null
);
create index audit_entry_list on audit_entry (workspace_id, position);
create index audit_entry_subject on audit_entry (subject_id, position);
create index audit_entry_actor on audit_entry (actor_id, position);
create index audit_entry_created_at on audit_entry (created_at);

-- A value as the log keeps it: one that is longer than 500 characters of JSON becomes the beginning of its text.
create function audit_value(value jsonb) returns jsonb language sql immutable parallel safe as
  $$ select case when length(value::text) > 500 then to_jsonb(left(value::text, 500) || '…') else value end $$;

-- Notes a write to one thing; `parley.audit` says who acts. Of a change, the values that differ are kept, and what it belongs to. A thing
-- that moves to another workspace is noted in both. What is deleted together with its owner is not noted: triggers are nested then.
create function note_audit_1(p_kind text, p_id text, p_name text, p_from text, p_to text, p_was jsonb, p_is jsonb) returns void
language plpgsql as $$
declare
  v_by jsonb := current_setting('parley.audit')::jsonb;
  v_before jsonb;
  v_after jsonb;
begin
  if pg_trigger_depth() > 1 then return; end if;
  select jsonb_object_agg(key, audit_value(p_was -> key)) filter (where p_from is not null and p_was -> key <> 'null'),
      jsonb_object_agg(key, audit_value(p_is -> key)) filter (where p_to is not null and p_is -> key <> 'null')
    into v_before, v_after
    from jsonb_object_keys(p_is) as key
    where p_from is distinct from p_to or key = 'botId' or p_was -> key is distinct from p_is -> key;
  if p_from = p_to and (v_before - 'botId') is not distinct from (v_after - 'botId') then return; end if;
  insert into audit_entry (workspace_id, actor_id, token_id, token_name, sign_in_id, operation, action, kind, subject_id, subject_name,
    before, after, created_at)
  select place, v_by ->> 'actorId', v_by ->> 'tokenId', (select name from api_token where id = v_by ->> 'tokenId' and kind = 'API'),
    v_by ->> 'signInId', v_by ->> 'operation',
    case when p_from = p_to then 'CHANGED' when place = p_to then 'CREATED' else 'DELETED' end, p_kind, p_id, left(p_name, 500),
    v_before, v_after, now()
  from (select p_from union select p_to) as places (place) where place is not null;
end $$;

-- What is noted of each table (`@Audited` in src/schema/).
create function workspace_audited_fn() returns trigger as $$ begin perform note_audit_1('WORKSPACE', coalesce(new.id, old.id), coalesce(new.name, old.name), old.id, new.id, jsonb_build_object('name', old.name, 'icon', old.icon), jsonb_build_object('name', new.name, 'icon', new.icon)); return null; end; $$ language plpgsql;
create trigger audited after insert or update on workspace for each row
when ((current_setting('parley.audit'::text, true) <> ''::text)) execute function workspace_audited_fn();
create function theme_template_audited_fn() returns trigger as $$ begin perform note_audit_1('THEME_TEMPLATE', coalesce(new.id, old.id), coalesce(new.name, old.name), old.workspace_id, new.workspace_id, jsonb_build_object('name', old.name, 'theme', old.theme), jsonb_build_object('name', new.name, 'theme', new.theme)); return null; end; $$ language plpgsql;
create trigger audited after insert or update or delete on theme_template for each row
when ((current_setting('parley.audit'::text, true) <> ''::text)) execute function theme_template_audited_fn();
create function member_audited_fn() returns trigger as $$ begin perform note_audit_1('MEMBER', coalesce(new.user_id, old.user_id), coalesce((select coalesce(name, email) from app_user where id = new.user_id), (select coalesce(name, email) from app_user where id = old.user_id)), old.workspace_id, new.workspace_id, jsonb_build_object('role', old.role), jsonb_build_object('role', new.role)); return null; end; $$ language plpgsql;
create trigger audited after insert or update or delete on member for each row
when ((current_setting('parley.audit'::text, true) <> ''::text)) execute function member_audited_fn();
create function folder_audited_fn() returns trigger as $$ begin perform note_audit_1('FOLDER', coalesce(new.id, old.id), coalesce(new.name, old.name), old.workspace_id, new.workspace_id, jsonb_build_object('name', old.name, 'parentFolderId', old.parent_folder_id), jsonb_build_object('name', new.name, 'parentFolderId', new.parent_folder_id)); return null; end; $$ language plpgsql;
create trigger audited after insert or update or delete on folder for each row
when ((current_setting('parley.audit'::text, true) <> ''::text)) execute function folder_audited_fn();
create function custom_domain_audited_fn() returns trigger as $$ begin perform note_audit_1('CUSTOM_DOMAIN', coalesce(new.id, old.id), coalesce(new.name, old.name), old.workspace_id, new.workspace_id, jsonb_build_object('name', old.name, 'heldSince', old.held_since), jsonb_build_object('name', new.name, 'heldSince', new.held_since)); return null; end; $$ language plpgsql;
create trigger audited after insert or update or delete on custom_domain for each row
when ((current_setting('parley.audit'::text, true) <> ''::text)) execute function custom_domain_audited_fn();
create function credentials_audited_fn() returns trigger as $$ begin perform note_audit_1('CREDENTIALS', coalesce(new.id, old.id), coalesce(new.name, old.name), old.workspace_id, new.workspace_id, jsonb_build_object('name', old.name, 'type', old.type, 'fingerprint', left(md5(old.sealed), 8)), jsonb_build_object('name', new.name, 'type', new.type, 'fingerprint', left(md5(new.sealed), 8))); return null; end; $$ language plpgsql;
create trigger audited after insert or update or delete on credentials for each row
when ((current_setting('parley.audit'::text, true) <> ''::text)) execute function credentials_audited_fn();
create function bot_audited_fn() returns trigger as $$ begin perform note_audit_1('BOT', coalesce(new.id, old.id), coalesce(new.name, old.name), old.workspace_id, new.workspace_id, jsonb_build_object('name', old.name, 'icon', old.icon, 'workspaceId', old.workspace_id, 'folderId', old.folder_id, 'publicId', old.public_id, 'customDomain', old.custom_domain, 'isArchived', old.is_archived, 'isClosed', old.is_closed, 'riskLevel', old.risk_level, 'selectedThemeTemplateId', old.selected_theme_template_id, 'messengerCredentialsId', old.messenger_credentials_id, 'publishedVersionId', old.live_version_id), jsonb_build_object('name', new.name, 'icon', new.icon, 'workspaceId', new.workspace_id, 'folderId', new.folder_id, 'publicId', new.public_id, 'customDomain', new.custom_domain, 'isArchived', new.is_archived, 'isClosed', new.is_closed, 'riskLevel', new.risk_level, 'selectedThemeTemplateId', new.selected_theme_template_id, 'messengerCredentialsId', new.messenger_credentials_id, 'publishedVersionId', new.live_version_id)); return null; end; $$ language plpgsql;
create trigger audited after insert or update or delete on bot for each row
when ((current_setting('parley.audit'::text, true) <> ''::text)) execute function bot_audited_fn();
create function webhook_audited_fn() returns trigger as $$ begin perform note_audit_1('WEBHOOK', coalesce(new.id, old.id), coalesce(new.url, old.url), old.workspace_id, new.workspace_id, jsonb_build_object('botId', old.bot_id, 'url', old.url, 'eventTypes', old.event_types, 'isEnabled', old.is_enabled, 'fingerprint', left(md5(old.sealed), 8)), jsonb_build_object('botId', new.bot_id, 'url', new.url, 'eventTypes', new.event_types, 'isEnabled', new.is_enabled, 'fingerprint', left(md5(new.sealed), 8))); return null; end; $$ language plpgsql;
create trigger audited after insert or update or delete on webhook for each row
when ((current_setting('parley.audit'::text, true) <> ''::text)) execute function webhook_audited_fn();
create function invitation_audited_fn() returns trigger as $$ begin perform note_audit_1('INVITATION', coalesce(new.id, old.id), coalesce(new.email, old.email), old.workspace_id, new.workspace_id, jsonb_build_object('botId', old.bot_id, 'email', old.email, 'role', old.role, 'type', old.type), jsonb_build_object('botId', new.bot_id, 'email', new.email, 'role', new.role, 'type', new.type)); return null; end; $$ language plpgsql;
create trigger audited after insert or update or delete on invitation for each row
when ((current_setting('parley.audit'::text, true) <> ''::text)) execute function invitation_audited_fn();
create function file_audited_fn() returns trigger as $$ begin perform note_audit_1('FILE', coalesce(new.id, old.id), coalesce(new.name, old.name), old.workspace_id, new.workspace_id, jsonb_build_object('botId', old.bot_id, 'name', old.name, 'type', old.type, 'visibility', old.visibility), jsonb_build_object('botId', new.bot_id, 'name', new.name, 'type', new.type, 'visibility', new.visibility)); return null; end; $$ language plpgsql;
create trigger audited after insert or update or delete on file for each row
when ((current_setting('parley.audit'::text, true) <> ''::text)) execute function file_audited_fn();
create function job_audited_fn() returns trigger as $$ begin perform note_audit_1('EXPORT', coalesce(new.id, old.id), coalesce((select name from bot where id = new.bot_id), (select name from bot where id = old.bot_id)), (select workspace_id from bot where id = old.bot_id), (select workspace_id from bot where id = new.bot_id), jsonb_build_object('botId', old.bot_id, 'input', old.input, 'status', old.status), jsonb_build_object('botId', new.bot_id, 'input', new.input, 'status', new.status)); return null; end; $$ language plpgsql;
create trigger audited after insert or update or delete on job for each row
when ((current_setting('parley.audit'::text, true) <> ''::text)) execute function job_audited_fn();
create function collaborator_audited_fn() returns trigger as $$ begin perform note_audit_1('SHARE', coalesce(new.user_id, old.user_id), coalesce((select coalesce(name, email) from app_user where id = new.user_id), (select coalesce(name, email) from app_user where id = old.user_id)), (select workspace_id from bot where id = old.bot_id), (select workspace_id from bot where id = new.bot_id), jsonb_build_object('botId', old.bot_id, 'type', old.type), jsonb_build_object('botId', new.bot_id, 'type', new.type)); return null; end; $$ language plpgsql;
create trigger audited after insert or update or delete on collaborator for each row
when ((current_setting('parley.audit'::text, true) <> ''::text)) execute function collaborator_audited_fn();
create function api_token_audited_fn() returns trigger as $$ begin perform note_audit_1('TOKEN', coalesce(new.id, old.id), coalesce(new.name, old.name), old.workspace_id, new.workspace_id, jsonb_build_object('name', old.name, 'scopes', old.scopes, 'expiresAt', old.expires_at, 'revokedAt', old.revoked_at), jsonb_build_object('name', new.name, 'scopes', new.scopes, 'expiresAt', new.expires_at, 'revokedAt', new.revoked_at)); return null; end; $$ language plpgsql;
create trigger audited after insert or update or delete on api_token for each row
when ((current_setting('parley.audit'::text, true) <> ''::text)) execute function api_token_audited_fn();
create function ai_budget_audited_fn() returns trigger as $$ begin perform note_audit_1('AI_BUDGET', coalesce(new.owner_id, old.owner_id), coalesce(null::text, null::text), coalesce(old.workspace_id, (select workspace_id from bot where id = old.bot_id)), coalesce(new.workspace_id, (select workspace_id from bot where id = new.bot_id)), jsonb_build_object('botId', old.bot_id, 'calls', old.calls, 'tokens', old.tokens, 'milliseconds', old.milliseconds, 'cost', old.cost), jsonb_build_object('botId', new.bot_id, 'calls', new.calls, 'tokens', new.tokens, 'milliseconds', new.milliseconds, 'cost', new.cost)); return null; end; $$ language plpgsql;
create trigger audited after insert or update or delete on ai_budget for each row
when ((current_setting('parley.audit'::text, true) <> ''::text)) execute function ai_budget_audited_fn();
