-- Sign-ins from other origins (OAuth 2.0). A row begins with a code, which is redeemed once for tokens; it is deleted when the
-- sign-in ends, and its access tokens with it. Secrets are stored as SHA-256.
create table sign_in (
  id text collate "C" primary key,
  user_id text collate "C" not null references app_user (id) on delete cascade,
  client_id text not null,
  redirect_uri text not null,
  scopes json,
  browser_id text collate "C" not null,
  code_hash text collate "C" not null unique,
  code_challenge text not null,
  family_hash text collate "C" unique,
  key_hash text,
  previous_key_hash text,
  key_salt text,
  created_at timestamptz(3) not null,
  refreshed_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index sign_in_user_id on sign_in (user_id);
create index sign_in_browser_id on sign_in (browser_id);

-- `kind` ACCESS is the short-lived token of such a sign-in.
alter table api_token add column sign_in_id text collate "C" references sign_in (id) on delete cascade;
create index api_token_sign_in_id on api_token (sign_in_id) where sign_in_id is not null;
