-- How people prove who they are: sessions, second factors, passkeys, accounts of a provider, break-glass.

create table sessions (
  id          text primary key,
  kind        text not null,
  name        text not null,
  method      text not null,
  stamp       text not null,
  address     text not null,
  browser     text not null,
  created_at  bigint not null,
  seen_at     bigint not null,
  ends_at     bigint not null,
  refresh_at  bigint,
  provider_id text not null default '',
  sealed      text not null default ''
);
create index sessions_by_name on sessions (kind, name, id);
create index sessions_by_end on sessions (ends_at);
create index sessions_by_provider on sessions (provider_id) where provider_id <> '';

create table oidc_accounts (
  name           text primary key,
  issuer         text not null,
  subject        text not null,
  display        text not null,
  groups         text not null,
  security_stamp text not null,
  created_at     bigint not null,
  signed_in_at   bigint not null,
  unique (issuer, subject)
);

alter table users add column break_glass boolean not null default false;

create table second_factors (
  name         text primary key,
  sealed       text not null,
  made_at      bigint not null,
  confirmed_at bigint,
  last_step    bigint not null default 0
);

create table recovery_codes (
  name    text not null,
  hash    text not null,
  used_at bigint,
  primary key (name, hash)
);

create table passkeys (
  id         text primary key,
  name       text not null,
  title      text not null,
  passkey    text not null,
  created_at bigint not null,
  used_at    bigint
);
create index passkeys_by_name on passkeys (name, created_at);

create table break_glass_uses (
  id              text primary key,
  name            text not null,
  at              bigint not null,
  source          text not null,
  acknowledged_at bigint,
  acknowledged_by text not null default ''
);
create index break_glass_open on break_glass_uses (at) where acknowledged_at is null;
