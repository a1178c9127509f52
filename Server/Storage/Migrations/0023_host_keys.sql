-- Public keys of hosts: a call of a host that has one proves that it has the private key. Empty for agents that make none.
alter table hosts add column host_key text not null default '';
alter table hosts add column host_key_kind text not null default '';
alter table hosts add column host_key_at bigint;

alter table pending_hosts add column host_key text not null default '';
alter table pending_hosts add column host_key_kind text not null default '';
