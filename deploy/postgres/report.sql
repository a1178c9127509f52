-- psql -v password=… -f report.sql, as an administrator of PostgreSQL on the primary: a role for --database-replica that can only read. It
-- reads every table, keys and password hashes included: keep its password as safe as that of iwtune.
create role iwtune_report login nosuperuser nocreatedb nocreaterole noreplication password :'password';
grant connect on database iwtune to iwtune_report;
grant pg_read_all_data to iwtune_report;
