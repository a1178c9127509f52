-- What the gate of a ring said in the course of it: a bounded number of points for each ring, thinned as the ring grows older.
create table rollout_gate_points (
  rollout_id text not null references rollouts (id),
  ring       bigint not null,
  judged_at  bigint not null,
  verdict    text not null,
  inputs     text not null,
  primary key (rollout_id, ring, judged_at)
);
