-- Up to when retention deleted records, so that no answer about an earlier time passes for a complete one.
alter table retention add column history_before bigint not null default 0;
alter table retention add column reports_before bigint not null default 0;
