create index enrolments_expiring_idx on public.enrolments (expires_at) where status = 'active' and expires_at is not null;
