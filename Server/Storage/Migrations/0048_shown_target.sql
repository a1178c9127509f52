-- The target that represents a host in lists, and the target that a measurement is of. A measurement that is stored already may be of
-- another target: where the targets of a host had different windows, none is shown until the host measures again.
alter table host_states add column shown_target text;
alter table host_measurements add column target_id text;
delete from host_measurements where host_id in
  (select host_id from target_windows where effective is not null group by host_id having min(effective) < max(effective));
