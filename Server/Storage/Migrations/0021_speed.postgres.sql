-- What a trend asks of each host and each change: the verdict in force at an instant, and who changed when. Both are answered from an index alone.
drop index verdict_changes_as_of;
create index verdict_changes_as_of on verdict_changes (host_id, changed_at, id, verdict);
drop index verdict_changes_by_time;
create index verdict_changes_by_time on verdict_changes (changed_at, id, host_id, verdict);
-- Rows that arrive by the thousand looked their host up again, one by one: more than half of what they cost. Reports lock and read their hosts' rows in the
-- same transaction, and no host is ever deleted.
alter table evidence drop constraint evidence_host_id_fkey;
alter table host_history drop constraint host_history_host_id_fkey;

-- The list of hosts by state needs everybody's verdict and nothing else of it.
drop index verdicts_by_verdict;
create index verdicts_by_verdict on verdicts (verdict, host_id);
