-- Who is told of what happens, and what they are still to be told: a delivery is written in the transaction of its event.

create table webhooks (
  id            text primary key,
  ordinal       bigint not null unique,
  name          text not null,
  receiver      text not null,
  kinds         text not null,
  selector      text not null,
  format        text not null,
  sealed        text not null,
  former_until  bigint,
  state         text not null,
  author        text not null,
  created_at    bigint not null,
  delivered_at  bigint,
  failures      bigint not null default 0,
  not_before    bigint not null default 0,
  problem       text not null default '',
  claimed_by    text not null default '',
  claimed_until bigint not null default 0
);

create table webhook_deliveries (
  id         text primary key,
  webhook_id text not null references webhooks (id),
  number     bigint not null,
  kind       text not null,
  type       text not null,
  subject    text not null,
  host_id    text not null,
  at         bigint not null,
  state      text not null,
  tries      bigint not null default 0,
  next_at    bigint not null,
  ended_at   bigint,
  status     bigint,
  answer     text not null default '',
  event      text not null
);
create index webhook_deliveries_in_order on webhook_deliveries (webhook_id, number);
create index webhook_deliveries_by_state on webhook_deliveries (state, webhook_id, number);

-- What a server writes to know that it can: one row, written again.
create table readiness (
  id    bigint primary key check (id = 1),
  at    bigint not null
);
insert into readiness (id, at) values (1, 0);
