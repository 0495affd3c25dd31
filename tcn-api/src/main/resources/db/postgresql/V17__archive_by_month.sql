-- SPDX-License-Identifier: Apache-2.0
-- The archive lies in partitions, one for the jobs that were over in a month of UTC, so that what is old is dropped and
-- not deleted row by row. Further partitions are made when they are needed (store.ArchivePartitions). What was archived
-- before stays where it is, as the partition of all that was over until the end of this month: no row is written anew,
-- only the keys are. A new database has no such partition. PostgreSQL's part; H2's is in db/h2.

DO $$
DECLARE
    present  TIMESTAMP WITH TIME ZONE := now();
    bound    TIMESTAMP WITH TIME ZONE := (date_trunc('month', present AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC';
    suffix   TEXT := to_char(bound AT TIME ZONE 'UTC', 'YYYY_MM');
    is_empty BOOLEAN := NOT EXISTS (SELECT 1 FROM archived_job) AND NOT EXISTS (SELECT 1 FROM archived_transfer)
                    AND NOT EXISTS (SELECT 1 FROM archived_retry) AND NOT EXISTS (SELECT 1 FROM job);
    part     RECORD;
BEGIN
    -- When the job was over. What is there is given this moment, which no job of the archive is younger than.
    EXECUTE format('ALTER TABLE archived_transfer ADD COLUMN over_at TIMESTAMP(6) WITH TIME ZONE DEFAULT %L NOT NULL', present);
    ALTER TABLE archived_transfer ALTER COLUMN over_at DROP DEFAULT;
    EXECUTE format('ALTER TABLE archived_retry ADD COLUMN over_at TIMESTAMP(6) WITH TIME ZONE DEFAULT %L NOT NULL', present);
    ALTER TABLE archived_retry ALTER COLUMN over_at DROP DEFAULT;

    ALTER TABLE archived_job DROP CONSTRAINT archived_job_id_is_unique;
    ALTER TABLE archived_transfer DROP CONSTRAINT archived_transfer_id_is_unique;
    ALTER TABLE archived_retry DROP CONSTRAINT archived_retry_is_unique;
    ALTER INDEX archived_job_by_finish RENAME TO archived_job_before_by_finish;
    ALTER INDEX archived_transfer_by_job RENAME TO archived_transfer_before_by_job;

    FOR part IN SELECT * FROM (VALUES ('archived_job', 'finish_time'), ('archived_transfer', 'over_at'),
                                      ('archived_retry', 'over_at')) AS parts (name, moment) LOOP
        EXECUTE format('ALTER TABLE %I RENAME TO %I', part.name, part.name || '_until_' || suffix);
        EXECUTE format('CREATE TABLE %I (LIKE %I) PARTITION BY RANGE (%I)', part.name, part.name || '_until_' || suffix, part.moment);
    END LOOP;

    ALTER TABLE archived_job ADD CONSTRAINT archived_job_id_is_unique PRIMARY KEY (id, finish_time);
    CREATE INDEX archived_job_by_finish ON archived_job (finish_time, id);
    ALTER TABLE archived_transfer ADD CONSTRAINT archived_transfer_id_is_unique PRIMARY KEY (id, over_at);
    CREATE INDEX archived_transfer_by_job ON archived_transfer (job_id, id);
    ALTER TABLE archived_retry ADD CONSTRAINT archived_retry_is_unique PRIMARY KEY (transfer_id, attempt, over_at);

    -- While servers of two versions are side by side the older one archives without the moment.
    ALTER TABLE archived_transfer ALTER COLUMN over_at SET DEFAULT now();
    ALTER TABLE archived_retry ALTER COLUMN over_at SET DEFAULT now();

    FOR part IN SELECT * FROM (VALUES ('archived_job'), ('archived_transfer'), ('archived_retry')) AS parts (name) LOOP
        IF is_empty THEN
            EXECUTE format('DROP TABLE %I', part.name || '_until_' || suffix);
        ELSE
            EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)',
                           part.name, part.name || '_until_' || suffix, bound);
        END IF;
    END LOOP;
END $$;
