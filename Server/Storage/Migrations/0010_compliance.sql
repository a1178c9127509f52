-- What an answer as of any past instant is rebuilt from. A change is stored when the word, the reason, what is required or the exception changed;
-- changed_at is when it became true by rule, written_at when it was noticed, since when the word began.

alter table verdicts add column policy text not null default '';
alter table verdicts add column revision bigint;
alter table verdicts add column digest text not null default '';
alter table verdicts add column exception text not null default '';

alter table verdict_changes add column since bigint not null default 0;
alter table verdict_changes add column policy text not null default '';
alter table verdict_changes add column revision bigint;
alter table verdict_changes add column exception text not null default '';
alter table verdict_changes add column written_at bigint not null default 0;
update verdict_changes set since = changed_at, written_at = changed_at;
create index verdict_changes_as_of on verdict_changes (host_id, changed_at, id);
create index verdict_changes_by_time on verdict_changes (changed_at, id);

-- What a host was: name, system and labels as selectors see them, JSON.
create table identity_changes (
  id         text primary key,
  host_id    text not null references hosts (id),
  changed_at bigint not null,
  identity   text not null
);
create index identity_changes_as_of on identity_changes (host_id, changed_at, id);

-- When hosts were being judged. Between two of these the server was down or could not write: nothing is known of that time.
create table judged_periods (
  id       text primary key,
  from_at  bigint not null,
  until_at bigint not null
);
create index judged_periods_by_time on judged_periods (from_at);
