-- Compliant hosts of a run to which no policy was assigned; null for a run whose server did not count them.
alter table compliance_runs add column without_policy bigint;
-- Pages count them at each renewal, and the trend by how long each was so; neither counts hosts that left.
create index verdicts_without_policy on verdicts (verdict, host_id) where policy = '';
create index verdict_changes_without_policy on verdict_changes (host_id, changed_at)
  where verdict = 'Compliant' and policy = '' and superseded_at is null;
create index hosts_that_left on hosts (id, retired_at) where retired_at is not null;
