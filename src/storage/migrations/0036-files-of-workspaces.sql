-- What members uploaded for a workspace alone, for its list.
create index file_of_workspace on file (workspace_id, id) where bot_id is null and result_id is null and session_id is null;
