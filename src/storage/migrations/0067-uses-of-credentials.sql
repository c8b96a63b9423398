-- Who saved credentials, and when a chat last used them (src/storage/credentials.ts).
alter table credentials add column created_by text collate "C" references app_user (id) on delete set null;
alter table credentials add column last_used_at timestamptz(3);
