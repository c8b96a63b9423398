-- What a write did to a draft, so that editors follow each other and a person can undo it later (docs/guide/edit-a-flow.md).
alter table bot_change
  -- Null: the draft was replaced otherwise, or the edits are not kept. An empty list: the draft stayed as it was.
  add column edits json,
  add column inverse json,
  add column client_mutation_id text,
  -- The revision whose change this one undid.
  add column undoes integer;
