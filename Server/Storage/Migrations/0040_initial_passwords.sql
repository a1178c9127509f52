-- Until when a password that the server made signs in; null for one that its person chose, and for those of before.
alter table users add column password_until bigint;
