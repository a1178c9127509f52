-- What the gates of rollouts are judged by. Shares, sums of squares and the like are double precision; counts that are halved are too.

-- What each host lost and how long its fetches took under the bundle it has: its own past, when a rollout gives it another.
create table traffic_base (
  host_id  text primary key references hosts (id),
  digest   text not null,
  since    bigint not null,
  judged   double precision not null,
  lost     double precision not null,
  segments double precision not null,
  again    double precision not null,
  units    double precision not null,
  "fetch"  text not null
);

-- One row for each rollout that is watched. rings: hosts of each ring, and those that cannot tell; evidence: the e-process and what went into it.
create table rollout_watches (
  rollout_id    text primary key references rollouts (id),
  from_digest   text not null,
  target_digest text not null,
  began_at      bigint not null,
  slot_ms       bigint not null,
  closed_until  bigint not null,
  rings         text not null,
  alpha         double precision not null,
  prior_mean    double precision not null,
  prior_shape   double precision not null,
  again_mean    double precision not null,
  late          bigint not null default 0,
  evidence      text not null
);

-- The hosts that count, each with what is known of its own rates. ring 0 is the control group. folded: segments in the sums of a stage and ring.
create table rollout_tellers (
  rollout_id     text not null references rollouts (id),
  host_id        text not null references hosts (id),
  ring           bigint not null,
  rate           double precision not null,
  spread         double precision not null,
  again_share    double precision not null,
  again_variance double precision not null,
  "fetch"        text not null,
  folded_stage   bigint not null default 0,
  folded_ring    bigint not null default 0,
  folded         double precision not null default 0,
  primary key (rollout_id, host_id)
);

-- What was told of times that are not over yet; gone once it is in the sums below and the evidence above.
create table rollout_slots (
  rollout_id text not null references rollouts (id),
  slot       bigint not null,
  host_id    text not null references hosts (id),
  stage      bigint not null,
  ring       bigint not null,
  told       text not null,
  primary key (rollout_id, slot, host_id, stage, ring)
);

-- Sums by the ring that the rollout was in (stage) and the ring of the hosts.
create table rollout_outcomes (
  rollout_id text not null references rollouts (id),
  stage      bigint not null,
  ring       bigint not null,
  outcome    text not null,
  primary key (rollout_id, stage, ring)
);
