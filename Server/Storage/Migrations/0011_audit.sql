-- Where a change came from, signed heads of the chain, and how far copies elsewhere have come.

alter table audit add column source text not null default '';
create index audit_by_actor on audit (actor, number);
create index audit_by_action on audit (action, number);
create index audit_by_subject on audit (subject, number);

create table audit_checkpoints (
  entries  bigint primary key,
  at       bigint not null,
  envelope text not null
);

create table audit_sinks (
  name         text primary key,
  entries      bigint not null,
  checkpoint   bigint not null,
  delivered_at bigint,
  problem      text not null default '',
  problem_at   bigint
);
