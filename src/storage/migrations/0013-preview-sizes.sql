-- What a restricted preview has left, so that only those that went on are looked at anew (storage/restrictedPreviews.ts).
alter table restricted_preview
  -- The last turn that is counted in `bytes`; null: none is.
  add column measured_turn integer,
  add column bytes bigint not null default 0;
