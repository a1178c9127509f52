-- Which of the provider's logout tokens were heard: each counts once.
create table logout_tokens (
  hash     text primary key,
  heard_at bigint not null
);
create index logout_tokens_by_time on logout_tokens (heard_at);
