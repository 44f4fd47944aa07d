alter table auth.sessions add column idle_seconds integer check (idle_seconds > 0);
comment on column auth.sessions.idle_seconds is 'How long the session lives without a refresh, by where it began; null: as the service is set.';
