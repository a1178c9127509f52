-- The results of the controls, as ControlResults writes them; empty for the time before they were recorded. A required revision has its
-- deadline from the moment on at which it was required.
alter table verdicts add column controls text not null default '';
alter table verdicts add column required_at bigint not null default 0;
alter table verdict_changes add column controls text not null default '';
update verdicts set required_at = changed_at;
