-- Which history of the database this store belongs to: a mark that its primary writes once after each promotion. A standby that has the
-- mark followed that promotion.
create table store_timeline (
  id       bigint primary key,
  timeline text not null,
  mark     text not null
);
insert into store_timeline (id, timeline, mark) values (1, '', '');
