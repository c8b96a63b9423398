-- What callers did within a while, where several processes count together; the columns are those that rate-limiter-flexible wants.
create table rate_limit (
  key varchar(255) collate "C" primary key,
  points integer not null default 0,
  -- In milliseconds since 1970: the count begins anew then.
  expire bigint
);
create index rate_limit_expire on rate_limit (expire);
