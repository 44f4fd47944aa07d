create table private.backend_kind (
  is_hosted boolean not null,
  is_only_row boolean primary key default true check (is_only_row)
);
comment on table private.backend_kind is 'Whether the services are hosted elsewhere, as of the last start: such a backend keeps no confirmations of sessions.';
alter table private.backend_kind enable row level security;
alter table private.backend_kind force row level security;
