-- Since when a version of the agent is known to be the newest for a system.
create table agent_releases (
  os       text not null,
  version  text not null,
  known_at bigint not null,
  primary key (os, version)
);
