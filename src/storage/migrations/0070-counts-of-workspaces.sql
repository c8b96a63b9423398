-- The totals of all bots of a workspace, for its dashboard: the rows of `bot_count` whose `bot_id` is that of a workspace. They are written by
-- triggers, so that they are exact while servers that know nothing of them add up counts as well.
create function shard_key_of_workspace(p_workspace text) returns text language sql immutable as
  $$ select case when right(p_workspace, 3) ~ '^[0-9a-z]{3}$' then right(p_workspace, 3) else '000' end $$;

create function count_for_workspace() returns trigger language plpgsql as $$
begin
  -- Both triggers of a statement update rows of workspaces in an order of their own: statements take turns.
  perform pg_advisory_xact_lock(hashtextextended('counts of workspaces', 0));
  insert into bot_count (shard_key, bot_id, kind, span, slot, flow_id, part_id, total)
  select shard_key_of_workspace(workspace_id), workspace_id, kind, span, slot, '', '', sum(total)
  from added join bot on bot.id = bot_id where kind in ('view', 'start', 'completion')
  group by 2, 3, 4, 5 order by 2, 3, 4, 5
  on conflict on constraint bot_count_pkey do update set total = bot_count.total + excluded.total;
  return null;
end $$;
create trigger counted_first after insert on bot_count referencing new table as added
  for each statement when (pg_trigger_depth() = 0) execute function count_for_workspace();

create function count_more_for_workspace() returns trigger language plpgsql as $$
begin
  -- Both triggers of a statement update rows of workspaces in an order of their own: statements take turns.
  perform pg_advisory_xact_lock(hashtextextended('counts of workspaces', 0));
  insert into bot_count (shard_key, bot_id, kind, span, slot, flow_id, part_id, total)
  select shard_key_of_workspace(workspace_id), workspace_id, kind, span, slot, '', '', sum(total)
  from (select bot_id, kind, span, slot, total from added
    union all select bot_id, kind, span, slot, -total from replaced) as changed
  join bot on bot.id = bot_id where kind in ('view', 'start', 'completion')
  group by 2, 3, 4, 5 having sum(total) <> 0 order by 2, 3, 4, 5
  on conflict on constraint bot_count_pkey do update set total = bot_count.total + excluded.total;
  return null;
end $$;
create trigger counted_more after update on bot_count referencing old table as replaced new table as added
  for each statement when (pg_trigger_depth() = 0) execute function count_more_for_workspace();

insert into bot_count (shard_key, bot_id, kind, span, slot, flow_id, part_id, total)
select shard_key_of_workspace(workspace_id), workspace_id, kind, span, slot, '', '', sum(total)
from bot_count join bot on bot.id = bot_id where kind in ('view', 'start', 'completion')
group by 2, 3, 4, 5;
