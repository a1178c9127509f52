-- psql -v password=… -f create.sql, as an administrator of PostgreSQL: a database, and a role that owns it and nothing else.
create role iwtune login nosuperuser nocreatedb nocreaterole noreplication password :'password';
create database iwtune owner iwtune template template0 encoding 'UTF8' locale 'C';
revoke all on database iwtune from public;
