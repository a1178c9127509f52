-- The verdict before each change; empty before the first. A trend is then counted from the changes of its span alone: without it, each
-- host's state at the beginning has to be looked up.
alter table verdict_changes add column former text not null default '';

update verdict_changes set former = coalesce((
  select p.verdict from verdict_changes p
  where p.host_id = verdict_changes.host_id and (p.changed_at, p.id) < (verdict_changes.changed_at, verdict_changes.id)
  order by p.changed_at desc, p.id desc limit 1), '');

drop index verdict_changes_by_time;
create index verdict_changes_by_time on verdict_changes (changed_at, id, host_id, verdict, former);
