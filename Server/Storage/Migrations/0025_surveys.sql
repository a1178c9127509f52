-- Initial windows of hosts that a person may probe (Shared/Wire/Survey.cs); a row a service and survey.

create table surveys (
  id         text primary key,
  started_at bigint not null,
  services   bigint not null,
  read       bigint not null,
  author     text not null,
  added_at   bigint not null
);

create table survey_readings (
  survey_id        text not null references surveys (id),
  place            bigint not null,
  service          text not null,
  host             text not null,
  port             bigint not null,
  tls              boolean not null,
  address          text not null,
  taken_at         bigint not null,
  segments         bigint,
  verdict          text not null,
  bytes            bigint,
  mss              bigint,
  rtt_microseconds bigint,
  receive_window   bigint,
  receive_scale    bigint,
  failure          text not null,
  primary key (survey_id, place)
);

create index survey_readings_by_service on survey_readings (service, taken_at);
