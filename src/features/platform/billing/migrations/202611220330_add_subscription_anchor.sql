alter table public.subscriptions add column anchor_at timestamptz;
comment on column public.subscriptions.anchor_at is 'When the first of the periods began that follow each other: its day of the month is the day of all; null where a payment service counts.';
-- The count of a plan's invoices says how many periods ago it began.
update public.subscriptions s set anchor_at = coalesce((
  select i.period_start from public.invoices i where i.account_id = s.account_id and i.provider = 'offline' and i.status <> 'void'
   order by i.period_start desc offset greatest(s.issued_count - 1, 0) limit 1), s.period_start)
 where s.provider = 'offline' and s.status in ('active', 'past_due');
