-- Late reports correct the past. A change that they disprove stays, with the instant at which it was superseded: the answer as it was known
-- before can be given again. late marks the changes that rest on such reports.
alter table verdict_changes add column superseded_at bigint;
alter table verdict_changes add column late boolean not null default false;

drop index verdict_changes_by_time;
create index verdict_changes_by_time on verdict_changes (changed_at, id, host_id, verdict, former) where superseded_at is null;
create index verdict_changes_superseded on verdict_changes (changed_at) where superseded_at is not null;
create index verdict_changes_late on verdict_changes (written_at) where late;
