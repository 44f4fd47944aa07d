create trigger upsells_touch before update on public.upsells for each row execute function private.touch_updated_at();

-- Shoppers are told of them by public.upsells_for.
grant select (account_id, id, product_id, offered_product_id, placement, discount_percent, headline, description, is_active, created_at, updated_at),
  insert (account_id, product_id, offered_product_id, placement, discount_percent, headline, description, is_active),
  update (offered_product_id, placement, discount_percent, headline, description, is_active), delete on public.upsells to authenticated;
create policy "Managers see the upsells of their products" on public.upsells for select to authenticated
  using (account_id = (select private.account_with('manage_shop')));
create policy "Managers add upsells to their products" on public.upsells for insert to authenticated
  with check (account_id = (select private.account_with('manage_shop')));
create policy "Managers change the upsells of their products" on public.upsells for update to authenticated
  using (account_id = (select private.account_with('manage_shop')))
  with check (account_id = (select private.account_with('manage_shop')));
create policy "Managers remove the upsells of their products" on public.upsells for delete to authenticated
  using (account_id = (select private.account_with('manage_shop')));

create function private.limit_upsells() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The lock keeps two of them from being the tenth at once.
  perform from public.products p where (p.account_id, p.id) = (new.account_id, new.product_id) for update;
  if (select count(*) from public.upsells u where (u.account_id, u.product_id) = (new.account_id, new.product_id)) >= 10 then
    perform private.raise_error('invalid', 'A product can have at most 10 order bumps and upsells.');
  end if;
  return new;
end $$;
comment on function private.limit_upsells is 'Rejects an eleventh upsell of a product.';
create trigger upsells_limit before insert on public.upsells for each row execute function private.limit_upsells();
