-- Runs before step 0045 deleted records and did not say up to when: below zero the next start of a server finds it out.
update retention set history_before = -1 where history_before = 0 and run_at > 0;
update retention set reports_before = -1 where reports_before = 0 and run_at > 0;
