-- Exports that the server makes and keeps. A file is stored in parts of a megabyte, so that no statement is larger.
create table run_schedules (
  id             text primary key,
  name           text not null,
  cron           text not null,
  zone           text not null,
  after_rollouts boolean not null,
  seen_entry     bigint not null,
  query          text not null,
  formats        text not null,
  keep_days      bigint not null,
  folder         boolean not null,
  author         text not null,
  created_at     bigint not null,
  next_at        bigint
);
create unique index run_schedules_by_name on run_schedules (name);

create table compliance_runs (
  id            text primary key,
  schedule_id   text not null,
  schedule      text not null,
  cause         text not null,
  about         text not null,
  state         text not null,
  problem       text not null default '',
  author        text not null,
  due_at        bigint not null,
  not_before    bigint not null,
  tries         bigint not null default 0,
  claimed_by    text not null default '',
  claimed_until bigint not null default 0,
  ended_at      bigint,
  as_of         bigint,
  since_at      bigint,
  known_at      bigint,
  query         text not null,
  formats       text not null,
  folder        boolean not null,
  hosts         bigint,
  fleet         bigint,
  compliant     bigint,
  sha256        text,
  bytes         bigint,
  keep_days     bigint not null,
  keep_until    bigint,
  hold          text not null default '',
  hold_by       text not null default ''
);
create index compliance_runs_by_state on compliance_runs (state, due_at);
create index compliance_runs_by_schedule on compliance_runs (schedule_id, as_of);

create table run_parts (
  run_id  text not null references compliance_runs (id),
  number  bigint not null,
  content bytea not null,
  primary key (run_id, number)
);

create table run_deliveries (
  id       text primary key,
  run_id   text not null references compliance_runs (id),
  target   text not null,
  state    text not null,
  tries    bigint not null default 0,
  next_at  bigint not null,
  ended_at bigint,
  answer   text not null default ''
);
create index run_deliveries_by_run on run_deliveries (run_id);

create table run_attestations (
  id        text primary key,
  run_id    text not null references compliance_runs (id),
  author    text not null,
  at        bigint not null,
  statement text not null,
  envelope  text not null
);
create index run_attestations_by_run on run_attestations (run_id);

create table run_links (
  id         text primary key,
  run_id     text not null references compliance_runs (id),
  secret     text not null,
  author     text not null,
  reason     text not null,
  created_at bigint not null,
  expires_at bigint not null,
  revoked_at bigint,
  used       bigint not null default 0,
  used_at    bigint
);
create unique index run_links_by_secret on run_links (secret);
create index run_links_by_run on run_links (run_id);
