-- When the person of a session last proved to be that person: at the sign-in, or with the password since.
alter table sessions add column proved_at bigint not null default 0;
