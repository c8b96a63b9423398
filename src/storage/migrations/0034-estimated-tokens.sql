-- Tokens that no vendor reported, among all that were counted (docs/adr/0044-budgets-of-ai.md).
alter table ai_usage add column estimated_tokens bigint not null default 0;
