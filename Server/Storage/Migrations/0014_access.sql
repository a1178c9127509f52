-- Roles for the hosts of a selector instead of one scope for all; who signed in when, and when a token was used last.

alter table users add column grants text not null default '[]';
update users set grants = case scope
  when 'Admin' then '[{"role":"Admin","selector":""}]'
  when 'Operate' then '[{"role":"Operator","selector":""}]'
  else '[{"role":"Viewer","selector":""}]' end;
alter table users drop column scope;
alter table users add column locked_at bigint;
alter table users add column locked_reason text not null default '';
alter table users add column signed_in_at bigint;
alter table users add column signed_in_from text not null default '';

alter table tokens add column grants text not null default '[]';
update tokens set grants = case scope
  when 'Admin' then '[{"role":"Admin","selector":""}]'
  when 'Operate' then '[{"role":"Operator","selector":""}]'
  else '[{"role":"Viewer","selector":""}]' end
where kind = 'Api';
alter table tokens drop column scope;
-- The user a personal token acts as; null for what belongs to nobody in person.
alter table tokens add column owner text;
alter table tokens add column used_at bigint;
alter table tokens add column used_from text not null default '';
alter table tokens add column successor text;
create index tokens_by_owner on tokens (owner) where owner is not null;
