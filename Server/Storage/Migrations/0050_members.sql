-- Members alone: what counts or lists them reads neither the hosts that left nor the facts of any.
create index hosts_members on hosts (name, id, os_name, enrolled_at, retired_at) where retired_at is null;
