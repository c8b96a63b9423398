-- Whether a variable of a result, by its id or its name, holds an entry that equals a text and fits a pattern, in any case; null asks for
-- nothing. A function, since Citus sends a condition to several machines only if it has no lateral join in it.
create function has_entry_1(variables json, variable text, equal text, pattern text) returns boolean
language sql immutable parallel safe as $$
  select exists (select from json_array_elements(variables) as held cross join lateral (
      select held ->> 'value' as entry where json_typeof(held -> 'value') = 'string'
      union all select json_array_elements_text(
        case json_typeof(held -> 'value') when 'array' then held -> 'value' else '[]'::json end)
    ) as entries
    where (held ->> 'id' = variable or held ->> 'name' = variable) and (equal is null or entry = equal)
      and (pattern is null or entry collate "und-x-icu" ilike pattern))
$$;

-- The first transaction whose turns are not added to the totals yet. A function, since Citus reads a condition with a subquery in several
-- statements, between which others may add them up. A cluster has no such turns and replaces it.
create function counted_before() returns xid8 language sql stable as 'select before from counted_log';
