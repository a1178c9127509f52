-- Recipients by e-mail, with commas between them.
alter table run_schedules add column mail text not null default '';
alter table compliance_runs add column mail text not null default '';
