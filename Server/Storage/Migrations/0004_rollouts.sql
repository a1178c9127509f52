-- A revision reaches hosts when it is released, or ring by ring in a rollout. Everything published before rollouts existed is released.

alter table policies add column released bigint;
update policies set released = (select max(number) from revisions where policy = policies.name);

create table rollouts (
  id            text primary key,
  policy        text not null references policies (name),
  from_revision bigint,
  to_revision   bigint not null,
  state         text not null,
  sentence      text not null,
  in_force      boolean not null,
  emergency     boolean not null,
  rules         text not null,
  plan_hash     text not null,
  ring          bigint not null default 0,
  ring_since    bigint,
  baked_ms      bigint not null default 0,
  author        text not null,
  reason        text not null,
  created_at    bigint not null,
  started_at    bigint,
  ended_at      bigint
);
create index rollouts_by_policy on rollouts (policy, id);
-- One at a time moves hosts of a policy.
create unique index rollouts_in_force on rollouts (policy) where in_force;

-- The hosts of the plan. Rings count from 1.
create table rollout_hosts (
  rollout_id  text not null references rollouts (id),
  host_id     text not null references hosts (id),
  ring        bigint not null,
  state       text not null,
  reason      text not null default '',
  admitted_at bigint,
  settled_at  bigint,
  primary key (rollout_id, host_id)
);

create table rollout_approvals (
  rollout_id  text not null references rollouts (id),
  actor       text not null,
  plan_hash   text not null,
  reason      text not null,
  approved_at bigint not null,
  void_reason text not null default '',
  primary key (rollout_id, actor, plan_hash)
);

-- What the latest gate of each ring said, with every input.
create table rollout_gates (
  rollout_id text not null references rollouts (id),
  ring       bigint not null,
  judged_at  bigint not null,
  verdict    text not null,
  gate       text not null,
  primary key (rollout_id, ring)
);

create table rollout_events (
  id         text primary key,
  rollout_id text not null references rollouts (id),
  at         bigint not null,
  actor      text not null,
  kind       text not null,
  text       text not null,
  reason     text not null default ''
);
create index rollout_events_by_rollout on rollout_events (rollout_id, id);

-- Times in which no ring starts.
create table freezes (
  id         text primary key,
  begins_at  bigint not null,
  ends_at    bigint not null,
  author     text not null,
  reason     text not null,
  created_at bigint not null,
  removed_at bigint
);
