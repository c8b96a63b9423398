-- Links that were e-mailed to sign in with, or to prove an address (schema/emailSignIn.ts).
create table email_sign_in (
  hash text collate "C" primary key,
  email text not null,
  user_id text collate "C" references app_user (id) on delete cascade,
  expires_at timestamptz(3) not null
);
create index email_sign_in_expires_at on email_sign_in (expires_at);
