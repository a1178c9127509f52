-- Holds set at the server, what makes hosts stand out, and who changes windows that are not theirs.

-- What held hosts are pinned to. A policy may be changed, assigned elsewhere or removed; a held host keeps this.
create table hold_contents (
  digest  text primary key,
  content text not null
);

create table holds (
  id         text primary key,
  act        text not null,
  host_id    text not null references hosts (id),
  author     text not null,
  reason     text not null,
  since      bigint not null,
  expires_at bigint,
  digest     text not null references hold_contents (digest),
  ended_at   bigint,
  ended_by   text not null default '',
  ended_why  text not null default ''
);
create unique index holds_in_force on holds (host_id) where ended_at is null;

-- One row for each host that stands out. Kinds are bits: 1 << number of StandingKind.
create table host_standings (
  host_id       text primary key references hosts (id),
  kinds         bigint not null,
  marks         text not null,
  health        text not null,
  health_reason text not null
);

-- Counted as events arrive, each once. Days are days since 1970-01-01 UTC.
create table disturbances (
  host_id   text not null references hosts (id),
  day       bigint not null,
  kind      text not null,
  writer    text not null,
  target_id text not null,
  count     bigint not null,
  last_at   bigint not null,
  primary key (host_id, day, kind, writer, target_id)
);
create index disturbances_by_day on disturbances (day);
