-- Divides the tables of inventories among hash partitions, by inventory; see docs/server.md, "Partitions".
--
--   psql -d DATABASE -v partitions=16 -f Scripts/partition.sql
--
-- For a database that has the tables (`inventories create` makes them) and no inventory: rows are not moved.
\set ON_ERROR_STOP on
BEGIN;
-- The block below cannot see variables of psql.
SELECT set_config('homepwner.partitions', :'partitions', true) \g /dev/null
DO $$
DECLARE
    old record;
    is_used boolean;
    definition text;
BEGIN
    -- Those that are partitioned already have another kind.
    FOR old IN
        SELECT relname AS name,
            (SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = pg_class.oid AND contype = 'p') AS key,
            ARRAY(
                SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = pg_class.oid AND NOT indisprimary
            ) AS indexes
        FROM pg_class
        WHERE relnamespace = to_regnamespace(current_schema()) AND relkind = 'r' AND NOT relispartition
            AND (relname IN ('items', 'settings', 'journal', 'journal_parts') OR relname LIKE 'site\_%')
    LOOP
        EXECUTE format('SELECT EXISTS (SELECT FROM %I)', old.name) INTO is_used;
        IF is_used THEN
            RAISE EXCEPTION 'The table % has rows. Only an empty database can be partitioned.', old.name;
        END IF;
        EXECUTE format('ALTER TABLE %I RENAME TO homepwner_old', old.name);
        EXECUTE format(
            'CREATE TABLE %I (LIKE homepwner_old INCLUDING ALL EXCLUDING INDEXES) PARTITION BY HASH (inventory)', old.name);
        FOR number IN 0 .. current_setting('homepwner.partitions')::integer - 1 LOOP
            EXECUTE format(
                'CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS %s, REMAINDER %s)', old.name || '_' || number, old.name,
                current_setting('homepwner.partitions'), number);
        END LOOP;
        DROP TABLE homepwner_old;
        -- Under their names, which are free again.
        EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I %s', old.name, old.name || '_pkey', old.key);
        FOREACH definition IN ARRAY old.indexes LOOP
            EXECUTE definition;
        END LOOP;
    END LOOP;
END
$$;
COMMIT;
