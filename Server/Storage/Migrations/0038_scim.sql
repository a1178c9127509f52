-- People and groups that the identity provider keeps here by SCIM (RFC 7643). What a person may do stays with the account.
create table scim_users (
  id          text primary key,
  issuer      text not null,
  user_name   text not null,
  user_key    text not null,
  external_id text,
  display_key text not null,
  profile     text not null,
  version     bigint not null,
  created_at  bigint not null,
  changed_at  bigint not null,
  unique (issuer, user_key)
);
create unique index scim_users_by_external on scim_users (issuer, external_id) where external_id is not null;

create table scim_groups (
  id           text primary key,
  issuer       text not null,
  display_name text not null,
  display_key  text not null,
  external_id  text,
  version      bigint not null,
  created_at   bigint not null,
  changed_at   bigint not null,
  unique (issuer, display_key)
);

create table scim_members (
  group_id text not null references scim_groups (id),
  user_id  text not null references scim_users (id),
  primary key (group_id, user_id)
);
create index scim_members_by_user on scim_members (user_id);

-- The account of a provisioned person; one that never signed in has the time 0.
alter table oidc_accounts add column scim_id text;
alter table oidc_accounts add column locked_at bigint;
create unique index oidc_accounts_by_scim on oidc_accounts (scim_id) where scim_id is not null;
