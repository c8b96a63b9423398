-- The audit log shows where a webhook leads by the host alone, as `@Audited` in src/schema/webhook.ts says: the rest may be a secret.
create or replace function webhook_audited_fn() returns trigger as $$ begin perform note_audit_1('WEBHOOK', coalesce(new.id, old.id), coalesce(substring(new.url from '^[A-Za-z]+://[^/?#]+'), substring(old.url from '^[A-Za-z]+://[^/?#]+')), old.workspace_id, new.workspace_id, jsonb_build_object('botId', old.bot_id, 'url', substring(old.url from '^[A-Za-z]+://[^/?#]+'), 'urlFingerprint', left(md5(old.url), 8), 'eventTypes', old.event_types, 'isEnabled', old.is_enabled, 'fingerprint', left(md5(old.sealed), 8)), jsonb_build_object('botId', new.bot_id, 'url', substring(new.url from '^[A-Za-z]+://[^/?#]+'), 'urlFingerprint', left(md5(new.url), 8), 'eventTypes', new.event_types, 'isEnabled', new.is_enabled, 'fingerprint', left(md5(new.sealed), 8))); return null; end; $$ language plpgsql;

update audit_entry set subject_name = substring(subject_name from '^[A-Za-z]+://[^/?#]+'),
  before = case when before -> 'url' is null then before
    else (before::jsonb || jsonb_build_object('url', substring(before ->> 'url' from '^[A-Za-z]+://[^/?#]+')))::json end,
  after = case when after -> 'url' is null then after
    else (after::jsonb || jsonb_build_object('url', substring(after ->> 'url' from '^[A-Za-z]+://[^/?#]+')))::json end
where kind = 'WEBHOOK';
