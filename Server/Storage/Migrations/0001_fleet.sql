-- Runs on SQLite 3.35+ and PostgreSQL 14+: bigint unix-milliseconds for time, text UUIDv7 for ids, JSON as text.

create table publication (
  id       bigint primary key check (id = 1),
  sequence bigint not null
);
insert into publication (id, sequence) values (1, 0);

create table hosts (
  id             text primary key,
  name           text not null,
  machine_id     text not null,
  secret_hash    text not null,
  os             text not null,
  os_name        text not null,
  kernel         text not null,
  agent_version  text not null,
  facts          text not null,
  slot_seconds   bigint not null,
  enrolled_at    bigint not null,
  token_id       text,
  rekey_reason   text not null default '',
  retired_at     bigint,
  retired_reason text not null default '',
  report_number  bigint not null default 0
);
create index hosts_by_name on hosts (name, id);
create index hosts_by_machine on hosts (machine_id) where machine_id <> '';

create table host_labels (
  host_id text not null references hosts (id),
  key     text not null,
  value   text not null,
  primary key (host_id, key)
);
create index host_labels_by_value on host_labels (key, value);

-- The hot table: narrow, no foreign key, written in batches by PresenceWriter.
create table presence (
  host_id       text primary key,
  seen_at       bigint not null,
  boot_id       text not null,
  earlier_boot  text not null,
  counter       bigint not null,
  held_sequence bigint not null,
  held_digest   text not null,
  held_expires  bigint not null,
  state_hash    text not null
);

create table host_states (
  host_id            text primary key references hosts (id),
  reported_at        bigint not null,
  phase              text not null,
  policy             text,
  revision           bigint,
  held_digest        text not null,
  configured_cwnd    bigint,
  state              text not null
);

create table host_measurements (
  host_id            text primary key references hosts (id),
  measured_at        bigint not null,
  effective_segments bigint,
  binding            text not null,
  mss                bigint,
  rtt_microseconds   bigint
);

create table verdicts (
  host_id    text primary key references hosts (id),
  verdict    text not null,
  reason     text not null,
  changed_at bigint not null
);
create index verdicts_by_verdict on verdicts (verdict);

create table verdict_changes (
  id         text primary key,
  host_id    text not null references hosts (id),
  changed_at bigint not null,
  verdict    text not null,
  reason     text not null,
  digest     text not null
);
create index verdict_changes_by_host on verdict_changes (host_id, id);

create table evidence (
  host_id     text not null references hosts (id),
  number      bigint not null,
  target_id   text not null,
  method      text not null,
  measured_at bigint not null,
  received_at bigint not null,
  conclusive  boolean not null,
  evidence    text not null,
  primary key (host_id, number)
);

create table host_history (
  id            text primary key,
  host_id       text not null references hosts (id),
  report_number bigint,
  at            bigint not null,
  kind          text not null,
  digest        text not null,
  text          text not null
);
create index host_history_by_host on host_history (host_id, id);

create table policies (
  name       text primary key,
  created_at bigint not null
);

create table revisions (
  policy       text not null references policies (name),
  number       bigint not null,
  digest       text not null,
  document     text not null,
  content      text not null,
  author       text not null,
  reason       text not null,
  published_at bigint not null,
  rollback_to  bigint,
  sequence     bigint not null,
  primary key (policy, number)
);

create table assignments (
  id         text primary key,
  selector   text not null,
  policy     text not null references policies (name),
  priority   bigint not null,
  author     text not null,
  reason     text not null,
  created_at bigint not null,
  removed_at bigint
);

create table tokens (
  id         text primary key,
  kind       text not null,
  name       text not null,
  prefix     text not null,
  hash       text not null unique,
  scope      text,
  uses_left  bigint,
  used       bigint not null default 0,
  labels     text not null,
  author     text not null,
  created_at bigint not null,
  expires_at bigint not null,
  revoked_at bigint
);

create table users (
  name           text primary key,
  password_hash  text not null,
  scope          text not null,
  security_stamp text not null,
  failed         bigint not null default 0,
  locked_until   bigint,
  created_at     bigint not null
);

create table audit (
  number  bigint primary key,
  at      bigint not null,
  actor   text not null,
  action  text not null,
  subject text not null,
  text    text not null,
  reason  text not null,
  hash    text not null
);

-- Beside the log, so that a cut tail shows.
create table audit_head (
  id     bigint primary key check (id = 1),
  number bigint not null,
  hash   text not null
);
insert into audit_head (id, number, hash) values (1, 0, '');
