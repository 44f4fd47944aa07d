alter table private.event_deliveries add column first_failed_at timestamptz;
comment on column private.event_deliveries.first_failed_at is 'When the first attempt failed; for a dead letter the span of its attempts is from here to dead_at.';
