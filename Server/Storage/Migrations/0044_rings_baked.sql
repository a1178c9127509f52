-- How long each ring was observed, milliseconds by its number, written when the next one starts; a promoted ring less than its bake time.
alter table rollouts add column rings_baked text not null default '{}';
