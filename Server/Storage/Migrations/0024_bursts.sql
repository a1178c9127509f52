-- Gates count a host in a time slot as one unit, because losses come in bursts: what a store keeps of bursts.

-- Sums over a host's reports, for how badly its own past is known; seconds: the time they cover.
alter table traffic_base add column judged_squares double precision not null default 0;
alter table traffic_base add column again_squares double precision not null default 0;
alter table traffic_base add column again_cross double precision not null default 0;
alter table traffic_base add column segment_squares double precision not null default 0;
alter table traffic_base add column seconds double precision not null default 0;
alter table traffic_base drop column units;

-- concentration: of the reports that a host's rate is from; due, lost and squares: of its slots without the revision.
alter table rollout_tellers add column concentration double precision not null default 0;
alter table rollout_tellers add column due double precision not null default 0;
alter table rollout_tellers add column lost double precision not null default 0;
alter table rollout_tellers add column squares double precision not null default 0;
alter table rollout_tellers add column folded_due double precision not null default 0;
