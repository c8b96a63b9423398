-- Who a person is where they sign in elsewhere (OpenID Connect). One account of an issuer per person: a second one with
-- the same e-mail address may be somebody who was given that address later.
create table identity (
  issuer text collate "C" not null,
  subject text collate "C" not null,
  user_id text collate "C" not null references app_user (id) on delete cascade,
  created_at timestamptz(3) not null,
  primary key (issuer, subject)
);
create unique index identity_user_id on identity (user_id, issuer);
