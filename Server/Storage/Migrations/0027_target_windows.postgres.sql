-- For each target that a policy requires a window of, whether what is configured and what a fresh connection had differ from it. A row of
-- a target that was measured and is not required waits for the next state, which removes it. Written with every report: no reference to
-- hosts (0021_speed.postgres.sql).
create table target_windows (
  host_id   text not null,
  target_id text not null,
  number    bigint not null,
  required  bigint,
  differs   boolean not null,
  effective bigint,
  primary key (host_id, target_id)
);

insert into target_windows (host_id, target_id, number, required, differs)
select s.host_id, t.value ->> 'id', s.report_number, cast(t.value -> 'wanted' ->> 'initCwnd' as bigint),
       (t.value -> 'wanted' ->> 'initCwnd') is distinct from (t.value -> 'configured' ->> 'initCwnd')
         or (t.value -> 'wanted' ->> 'initRwnd') is distinct from (t.value -> 'configured' ->> 'initRwnd')
from host_states s cross join lateral json_array_elements(coalesce(cast(s.state as json) -> 'targets', '[]')) t
where t.value -> 'wanted' is not null
on conflict do nothing;

update target_windows set effective = (
  select cast(cast(e.evidence as json) ->> 'effectiveSegments' as bigint) from evidence e
  where e.host_id = target_windows.host_id and e.target_id = target_windows.target_id and e.conclusive
    and e.evidence like '%"effectiveSegments":%'
  order by e.number desc limit 1);

create index target_windows_configured on target_windows (host_id) where differs;
create index target_windows_effective on target_windows (host_id) where effective <> required;
