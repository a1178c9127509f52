-- Several servers over one store: who they are, which of them leads, and the keys that all of them have.

create table servers (
  id         text primary key,
  name       text not null,
  url        text not null,
  version    text not null,
  started_at bigint not null,
  heard_at   bigint not null,
  lag_ms     bigint,
  behind     text not null default ''
);

create table leader (
  id     bigint primary key,
  term   bigint not null,
  server text not null,
  since  bigint not null
);
insert into leader (id, term, server, since) values (1, 0, '', 0);

create table server_keys (
  name    text primary key,
  content text not null,
  closed  boolean not null,
  made_at bigint not null
);
