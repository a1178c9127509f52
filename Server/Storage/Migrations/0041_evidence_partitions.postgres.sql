-- Evidence is divided by the time it was received, so that old evidence is dropped with its partition instead of deleted row by row. Each
-- partition has the key (host_id, number) for itself: the server refuses copies by hosts.report_number, and an index over received_at
-- would have to be built for all existing rows.
alter table evidence rename to evidence_first;
alter table evidence_first rename constraint evidence_pkey to evidence_first_pkey;

create table evidence (
  host_id     text collate "C" not null,
  number      bigint not null,
  target_id   text collate "C" not null,
  method      text collate "C" not null,
  measured_at bigint not null,
  received_at bigint not null,
  conclusive  boolean not null,
  evidence    text collate "C" not null
) partition by range (received_at);

create table evidence_rest partition of evidence (primary key (host_id, number)) default;

-- The existing rows stay where they are, up to the end of this week. Rows of a clock that was ahead are few.
do $$
declare
  monday bigint := ((cast(extract(epoch from now()) * 1000 as bigint) - 345600000) / 604800000 + 1) * 604800000 + 345600000;
  attach text := format('alter table evidence attach partition evidence_first for values from (minvalue) to (%s)', monday);
begin
  execute attach;
exception when check_violation then
  with ahead as (delete from evidence_first where received_at >= monday returning *) insert into evidence_rest select * from ahead;
  execute attach;
end $$;
