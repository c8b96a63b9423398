-- Where a bot was brought from: its id there, and the id of the flow that came (schema/bot.ts).
alter table bot add column source_id text collate "C";
alter table bot add column source_flow_id text collate "C";
create unique index bot_source on bot (workspace_id, source_id) where source_id is not null;
