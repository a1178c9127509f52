-- Bytes over time of a response with different windows, as somebody attached them (Shared/Wire/Capture.cs).

create table captures (
  id               text primary key,
  title            text not null,
  size_bytes       bigint not null,
  rtt_microseconds bigint not null,
  arms             text not null,
  taken_at         bigint not null,
  author           text not null,
  added_at         bigint not null,
  document         text not null
);
