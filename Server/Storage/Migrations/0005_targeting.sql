-- In which grammar a selector was written: 1 knew key:value and key:value* alone, of labels that may bear a fact's name today.
alter table assignments add column grammar bigint not null default 1;

-- Hosts that are not judged for a while. What they receive is not touched by it.
create table exceptions (
  id           text primary key,
  selector     text not null,
  author       text not null,
  reason       text not null,
  ticket       text not null default '',
  created_at   bigint not null,
  until_at     bigint,
  ended_at     bigint,
  ended_by     text not null default '',
  ended_reason text not null default ''
);
