-- What a rollout must remember over a restart besides where it is.

-- The highest ring whose gate passed, or that a person went past.
alter table rollouts add column cleared bigint not null default 0;
-- Grows with every change of the rollout, so that what was decided by an older look is not done.
alter table rollouts add column version bigint not null default 1;
-- The state that a pause interrupted.
alter table rollouts add column paused_from text not null default '';
alter table rollouts add column planned_at bigint not null default 0;
alter table rollouts add column needed bigint not null default 1;
alter table rollouts add column author_person text not null default '';
-- Hosts of the policy in no ring, by reason, as JSON.
alter table rollouts add column excluded text not null default '[]';

-- Whose yes it is: one person's tokens speak with one voice.
alter table rollout_approvals add column person text not null default '';
create index rollout_hosts_by_state on rollout_hosts (rollout_id, ring, state);

-- Who stands behind a token, through any number of tokens that made one another.
alter table tokens add column person text not null default '';
update tokens set person = author where author like 'user:%' or author like 'cli:%';

-- What kind of failure a failed host is: apply or verification.
alter table rollout_hosts add column cause text not null default '';

-- Events of one transaction have one time, and ids made within a millisecond no order.
alter table rollout_events add column number bigint not null default 0;
