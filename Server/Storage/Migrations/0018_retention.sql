-- How long things are kept, legal holds that suspend deletion, and how far the audit log was cut at its beginning.

create table retention (
  id         bigint primary key check (id = 1),
  periods    text not null,
  set_by     text not null,
  set_at     bigint,
  run_at     bigint not null default 0,
  told_at    bigint,
  told       text not null default '',
  audit_cut  bigint not null default 0
);
insert into retention (id, periods, set_by) values (1, '', '');

create table legal_holds (
  id            text primary key,
  name          text not null,
  selector      text not null,
  from_at       bigint not null,
  until_at      bigint not null,
  author        text not null,
  reason        text not null,
  created_at    bigint not null,
  lifted_at     bigint,
  lifted_by     text not null default '',
  lifted_reason text not null default ''
);

-- Whoever matched when the hold was set, and whoever came to match since.
create table legal_hold_hosts (
  hold_id text not null references legal_holds (id),
  host_id text not null references hosts (id),
  primary key (host_id, hold_id)
);
create index legal_hold_hosts_by_hold on legal_hold_hosts (hold_id);
