-- Keys that bundles are signed with and CAs, which can be replaced; what hosts are told to trust, by a number that grows with every change.

create table trust (
  id     bigint primary key,
  number bigint not null,
  fleet  text not null
);
insert into trust (id, number, fleet) values (1, 0, '');

create table fleet_keys (
  id         text primary key,
  kind       text not null,
  file       text not null,
  content    text not null,
  since      bigint not null,
  made_at    bigint not null,
  made_by    text not null,
  revoked_at bigint,
  retired_at bigint,
  reason     text not null default ''
);

alter table presence add column trust bigint;
