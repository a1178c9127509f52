-- The person behind the author, who cannot approve it, and the person who did.
alter table exceptions add column person text not null default '';
alter table exceptions add column approved_by text not null default '';
alter table exceptions add column approved_at bigint;
