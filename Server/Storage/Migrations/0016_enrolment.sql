-- Who may join, hosts that wait for an administrator, secrets that are replaced, and machines that share an identity.

alter table tokens add column approve boolean not null default false;
alter table tokens add column name_pattern text not null default '';
alter table tokens add column networks text not null default '';

-- A secret is replaced in two steps: the next one is good beside the one in use until it is first used. The former one tells a copy.
alter table hosts add column next_secret_hash text not null default '';
alter table hosts add column former_secret_hash text not null default '';
alter table hosts add column secret_at bigint not null default 0;
alter table hosts add column rotate_asked_at bigint;
alter table hosts add column rotate_why text not null default '';
update hosts set secret_at = enrolled_at;
create index hosts_by_token on hosts (token_id) where token_id is not null;

create table pending_hosts (
  id          text primary key,
  name        text not null,
  machine_id  text not null,
  secret_hash text not null,
  os          text not null,
  facts       text not null,
  labels      text not null,
  token_id    text not null,
  token_name  text not null,
  address     text not null,
  asked_at    bigint not null,
  lapses_at   bigint not null,
  refused_at  bigint,
  refused_by  text not null default '',
  reason      text not null default ''
);
create index pending_hosts_by_machine on pending_hosts (machine_id) where machine_id <> '';
create index pending_hosts_by_token on pending_hosts (token_id);

create table clone_cases (
  id              text primary key,
  host_id         text not null references hosts (id),
  found_at        bigint not null,
  state           text not null,
  reason          text not null,
  older_run       text not null,
  older_boot      text not null,
  older_address   text not null,
  older_seen      bigint,
  younger_run     text not null,
  younger_boot    text not null,
  younger_address text not null,
  younger_seen    bigint,
  shared_hash     text not null,
  new_host_id     text,
  decided_at      bigint,
  decided_by      text not null default '',
  decided_why     text not null default ''
);
create index clone_cases_by_host on clone_cases (host_id, id);
