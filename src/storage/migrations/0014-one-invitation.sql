-- One open invitation for an address to each place, also when several are made at once; the newest stays.
delete from invitation as older using invitation as newer
  where older.workspace_id = newer.workspace_id and older.email = newer.email
    and older.bot_id is not distinct from newer.bot_id and older.id < newer.id;
create unique index invitation_one on invitation (workspace_id, email, bot_id) nulls not distinct;
