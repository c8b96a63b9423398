-- A domain is of the workspace whose value the owner of the domain wrote into the DNS; others may only claim it (ADR 50).
-- What was valid before stays with its workspace until another one proves the domain; it is looked up at once, so that it is told.
alter table custom_domain drop constraint custom_domain_name_key;
alter table custom_domain
  add column proof text collate "C",
  add column held_since timestamptz(3),
  add column unproven_since timestamptz(3),
  add column lost_at timestamptz(3),
  add column check_due_at timestamptz(3);
update custom_domain set proof = replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
update custom_domain set held_since = coalesce(checked_at, created_at), check_due_at = now() where status = 'VALID';
alter table custom_domain alter column proof set not null;
drop index custom_domain_workspace_id;
create unique index custom_domain_workspace_id on custom_domain (workspace_id, name);
create unique index custom_domain_held on custom_domain (name) where held_since is not null;
create index custom_domain_check_due on custom_domain (check_due_at) where check_due_at is not null;
