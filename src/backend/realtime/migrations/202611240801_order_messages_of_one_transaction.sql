-- Several messages of one transaction were replayed in no order: `now()` is the same for all of them.
alter table realtime.messages alter column inserted_at set default clock_timestamp();
