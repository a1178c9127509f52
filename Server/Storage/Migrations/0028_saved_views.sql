-- Lists of hosts that people keep under a name. columns is as addresses have it; owner is the person: user:anna.
create table saved_views (
  id         text primary key,
  owner      text not null,
  name       text not null,
  query      text not null,
  sort       text not null,
  columns    text not null,
  shared     boolean not null,
  changed_at bigint not null
);
create unique index saved_views_by_owner on saved_views (owner, name);
