-- Entries are written only by private.post_transaction.
grant select (account_id, id, kind, subject, reference, memo, occurred_at, created_at) on public.ledger_transactions to authenticated;
create policy "Managers of the shop see the transactions of their account" on public.ledger_transactions for select to authenticated
  using (account_id = (select private.account_with('manage_shop')));
grant select (account_id, id, transaction_id, position, code, kind, currency, amount, created_at) on public.ledger_entries to authenticated;
create policy "Managers of the shop see the entries of their account" on public.ledger_entries for select to authenticated
  using (account_id = (select private.account_with('manage_shop')));

create function private.post_transaction(account uuid, kind text, subject text, reference text, entries jsonb, memo text default '',
  occurred_at timestamptz default private.clock_now()) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  stored public.ledger_transactions%rowtype;
  posted jsonb;
begin
  select jsonb_agg(jsonb_build_array(e.code, e.currency, e.amount) order by e.at) into entries
    from rows from (jsonb_to_recordset(entries) as (code text, currency text, amount bigint)) with ordinality e(code, currency, amount, at)
   where e.amount <> 0;
  if entries is null then return null; end if;
  insert into public.ledger_transactions (account_id, kind, subject, reference, memo, occurred_at)
    values (account, post_transaction.kind, post_transaction.subject, post_transaction.reference, post_transaction.memo, post_transaction.occurred_at)
    on conflict (account_id, reference) do nothing returning * into stored;
  if stored.id is not null then
    insert into public.ledger_entries (account_id, transaction_id, position, code, currency, amount)
      select account, stored.id, e.at, e.entry ->> 0, e.entry ->> 1, (e.entry ->> 2)::bigint
        from jsonb_array_elements(entries) with ordinality e(entry, at);
    return stored.id;
  end if;
  select * into stored from public.ledger_transactions t where t.account_id = account and t.reference = post_transaction.reference;
  select jsonb_agg(jsonb_build_array(e.code, e.currency, e.amount) order by e.position) into posted
    from public.ledger_entries e where (e.account_id, e.transaction_id) = (account, stored.id);
  if (stored.kind, stored.subject, posted) is distinct from (post_transaction.kind, post_transaction.subject, entries) then
    perform private.raise_error('conflict', 'This reference was used for another transaction.');
  end if;
  return stored.id;
end $$;
comment on function private.post_transaction is 'Posts a transaction: entries are [{code, currency, amount}], debit positive; those of 0 are left out, and where none remains nothing is posted. The same reference posts once, and must be of the same transaction.';

create function private.require_balance() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  transaction uuid := case tg_table_name when 'ledger_entries' then to_jsonb(new) ->> 'transaction_id' else to_jsonb(new) ->> 'id' end;
begin
  if exists (select from public.ledger_transactions t where (t.account_id, t.id) = (new.account_id, transaction))
    and ((select count(*) from public.ledger_entries e where (e.account_id, e.transaction_id) = (new.account_id, transaction)) < 2
      or exists (select from public.ledger_entries e where (e.account_id, e.transaction_id) = (new.account_id, transaction)
        group by e.currency having sum(e.amount) <> 0)) then
    perform private.raise_error('ledger_unbalanced', 'A transaction has at least two entries, which add up to zero in each currency.');
  end if;
  return null;
end $$;
comment on function private.require_balance is 'Rejects a transaction that does not add up. Deferred: its entries are written after it.';
create constraint trigger ledger_transactions_balance after insert on public.ledger_transactions
  deferrable initially deferred for each row execute function private.require_balance();
create constraint trigger ledger_entries_balance after insert on public.ledger_entries
  deferrable initially deferred for each row execute function private.require_balance();

create function private.forbid_ledger_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- An account that is deleted takes its ledger along.
  if tg_op = 'UPDATE' or exists (select from public.accounts a where a.account_id = old.account_id) then
    perform private.raise_error('ledger_immutable', 'What was posted can’t be changed or removed. Post another transaction that corrects it.');
  end if;
  return old;
end $$;
comment on function private.forbid_ledger_change is 'Keeps transactions and entries as they were posted.';
create trigger ledger_transactions_stay before update or delete on public.ledger_transactions
  for each row execute function private.forbid_ledger_change();
create trigger ledger_entries_stay before update or delete on public.ledger_entries
  for each row execute function private.forbid_ledger_change();

create function private.check_ledger() returns table (account_id uuid, currency text, difference numeric)
language sql stable security definer set search_path = '' as $$
  select e.account_id, e.currency, sum(e.amount) from public.ledger_entries e group by e.account_id, e.currency having sum(e.amount) <> 0
$$;
comment on function private.check_ledger is 'Accounts and currencies whose entries don''t add up to zero.';
