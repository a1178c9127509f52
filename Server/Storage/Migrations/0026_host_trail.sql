-- The audit log of one host includes the rollouts that it was in.
create index rollout_hosts_by_host on rollout_hosts (host_id);
