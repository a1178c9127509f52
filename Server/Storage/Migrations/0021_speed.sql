-- What a trend asks of each host and each change: the verdict in force at an instant, and who changed when. Both are answered from an index alone.
drop index verdict_changes_as_of;
create index verdict_changes_as_of on verdict_changes (host_id, changed_at, id, verdict);
drop index verdict_changes_by_time;
create index verdict_changes_by_time on verdict_changes (changed_at, id, host_id, verdict);

-- The list of hosts by state needs everybody's verdict and nothing else of it.
drop index verdicts_by_verdict;
create index verdicts_by_verdict on verdicts (verdict, host_id);
