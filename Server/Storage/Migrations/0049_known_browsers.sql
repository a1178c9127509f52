-- Browsers in which a person has signed in with a local account. Their wrong passwords are counted here and not with the account.
create table known_browsers (
  hash         text not null,
  name         text not null,
  stamp        text not null,
  failed       bigint not null default 0,
  locked_until bigint,
  seen_at      bigint not null,
  primary key (hash, name)
);
create index known_browsers_by_name on known_browsers (name, seen_at);
