-- Event triggers notify `pgrst` of DDL, so the data and realtime services reload their schema without a manual NOTIFY.

create function realtime.tell_of_made() returns event_trigger
language plpgsql set search_path = '' as $$
begin
  if exists (
    select from pg_catalog.pg_event_trigger_ddl_commands() made
    where made.schema_name is distinct from 'pg_temp'
  ) then
    notify pgrst, 'reload schema';
  end if;
end $$;
comment on function realtime.tell_of_made() is 'Notifies the services to reload the schema cache after DDL created or changed something.';

create function realtime.tell_of_dropped() returns event_trigger
language plpgsql set search_path = '' as $$
begin
  if exists (
    select from pg_catalog.pg_event_trigger_dropped_objects() dropped
    where not dropped.is_temporary
      and dropped.object_type in ('schema', 'table', 'table column', 'table constraint', 'foreign table', 'view',
        'materialized view', 'function', 'aggregate', 'trigger', 'type', 'rule', 'cast')
  ) then
    notify pgrst, 'reload schema';
  end if;
end $$;
comment on function realtime.tell_of_dropped() is 'Notifies the services to reload the schema cache after DDL dropped something.';

-- Without the right to create event triggers, NOTIFY has to be sent by hand.
do $$ begin
  drop event trigger if exists tell_services_of_made;
  drop event trigger if exists tell_services_of_dropped;
  create event trigger tell_services_of_made on ddl_command_end
    when tag in ('CREATE SCHEMA', 'ALTER SCHEMA', 'CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO', 'ALTER TABLE',
      'CREATE FOREIGN TABLE', 'ALTER FOREIGN TABLE', 'CREATE VIEW', 'ALTER VIEW', 'CREATE MATERIALIZED VIEW',
      'ALTER MATERIALIZED VIEW', 'CREATE FUNCTION', 'ALTER FUNCTION', 'CREATE AGGREGATE', 'CREATE TRIGGER', 'CREATE RULE',
      'CREATE TYPE', 'ALTER TYPE', 'CREATE DOMAIN', 'ALTER DOMAIN', 'CREATE CAST', 'COMMENT')
    execute function realtime.tell_of_made();
  create event trigger tell_services_of_dropped on sql_drop execute function realtime.tell_of_dropped();
exception when insufficient_privilege then
  null;
end $$;
