-- Groups that a product opens.

create function private.save_product_groups() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform private.delete_group_sources(old.account_id, 'product', old.id);
  else
    perform private.update_group_source(new.account_id, 'product', new.id, new.title, '/shop/' || new.slug, new.status = 'published');
  end if;
  return null;
end $$;
comment on function private.save_product_groups is 'The groups of a product are told when it changes, and opened by it no longer when it is gone.';
create trigger products_save_groups after update of title, slug, status on public.products for each row execute function private.save_product_groups();
create trigger products_close_groups after delete on public.products for each row execute function private.save_product_groups();

create function public.set_product_groups(product_id uuid, group_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  product public.products;
begin
  select * into product from public.products p
   where p.id = set_product_groups.product_id and p.account_id = (select private.account_with('manage_shop')) for no key update;
  if product.id is null then
    perform private.raise_error('not_found', 'There is no such product.');
  end if;
  perform private.set_group_sources(product.account_id, 'product', product.id, coalesce(group_ids, '{}'), product.title, '/shop/' || product.slug,
    product.status = 'published');
end $$;
comment on function public.set_product_groups is 'Which groups a product opens: who buys it is a member as long as what they paid for lasts. By who manages the shop and owns the group.';
grant execute on function public.set_product_groups(uuid, uuid[]) to authenticated;
