-- How complete the data of a run is, as its manifest says it; empty for a run whose server did not keep it.
alter table compliance_runs add column completeness text not null default '';
