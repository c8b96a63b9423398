-- An address counts only once it is proven: by an issuer that vouches for it, or by who runs the server. Until then any
-- number of people may go by it. Of the addresses there are, nothing tells which came with nothing but an invitation, so
-- only the owner's is proven, which nobody but who runs the server can have set; the next sign-in elsewhere, or
-- `npm run user -- verify`, proves another.
alter table app_user add column is_email_verified boolean not null default false;
update app_user set is_email_verified = true
  where email is not null and id = (select min(id) from app_user);
alter table app_user drop constraint app_user_email_key;
create unique index app_user_verified_email on app_user (email) where is_email_verified;
create index app_user_unproven_email on app_user (email) where not is_email_verified;

-- An invitation ends with the place of who made it.
delete from invitation where not exists (
  select from member
    where member.workspace_id = invitation.workspace_id and member.user_id = invitation.inviter_id
);
create index invitation_inviter_id on invitation (inviter_id, workspace_id);
