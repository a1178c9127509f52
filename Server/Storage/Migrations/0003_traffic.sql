-- What production connections look like, in forms that add up. Days are days since 1970-01-01 UTC.

create table traffic_latest (
  host_id    text not null references hosts (id),
  target_id  text not null,
  since      bigint not null,
  until      bigint not null,
  sampled    boolean not null,
  profile    text not null,
  primary key (host_id, target_id)
);

create table traffic_days (
  host_id    text not null references hosts (id),
  day        bigint not null,
  target_id  text not null,
  since      bigint not null,
  until      bigint not null,
  sampled    boolean not null,
  profile    text not null,
  primary key (host_id, day, target_id)
);
create index traffic_days_by_day on traffic_days (day);
