-- A domain event reaches a webhook once, however often its subscriber is handed it.
create unique index webhook_deliveries_event_idx on public.webhook_deliveries (account_id, webhook_id, event_id);
