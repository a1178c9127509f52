-- Time stamps of the files of runs (RFC 3161).
create table run_stamps (
  run_id    text primary key references compliance_runs (id),
  at        bigint not null,
  authority text not null,
  token     bytea not null
);
