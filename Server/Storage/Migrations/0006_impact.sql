-- Which report line a state came by, so that who holds it in memory can tell whether it is still the latest.
alter table host_states add column report_number bigint not null default 0;

-- A removed policy keeps its revisions and their numbers; publishing it again brings it back with the next one.
alter table policies add column removed_at bigint;
