create trigger seller_details_touch before update on public.seller_details for each row execute function private.touch_updated_at();
-- The checkout says whether prices include tax.
create trigger seller_details_tell after insert or update or delete on public.seller_details
  for each row execute function private.notify_change('seller_details');

grant select (account_id, legal_name, street, postcode, city, region, country, vat_number, registration_number, email, phone, bank, collects_tax,
    prices_include_tax, is_below_eu_threshold, created_at, updated_at) on public.seller_details to authenticated;
grant insert (account_id, legal_name, street, postcode, city, region, country, vat_number, registration_number, email, phone, bank, collects_tax,
    prices_include_tax, is_below_eu_threshold),
  update (legal_name, street, postcode, city, region, country, vat_number, registration_number, email, phone, bank, collects_tax,
    prices_include_tax, is_below_eu_threshold) on public.seller_details to authenticated;
create policy "Managers see who sells in their shop" on public.seller_details for select to authenticated
  using (account_id = (select private.account_with('manage_shop')));
create policy "Managers say who sells in their shop" on public.seller_details for insert to authenticated
  with check (account_id = (select private.account_with('manage_shop')));
create policy "Managers change who sells in their shop" on public.seller_details for update to authenticated
  using (account_id = (select private.account_with('manage_shop')))
  with check (account_id = (select private.account_with('manage_shop')));

create trigger tax_registrations_touch before update on public.tax_registrations for each row execute function private.touch_updated_at();
grant select (account_id, id, country, region, scheme, number, created_at, updated_at), insert (account_id, country, region, scheme, number),
  update (country, region, scheme, number), delete on public.tax_registrations to authenticated;
create policy "Managers see where their shop is registered" on public.tax_registrations for select to authenticated
  using (account_id = (select private.account_with('manage_shop')));
create policy "Managers add registrations" on public.tax_registrations for insert to authenticated
  with check (account_id = (select private.account_with('manage_shop')));
create policy "Managers change registrations" on public.tax_registrations for update to authenticated
  using (account_id = (select private.account_with('manage_shop')))
  with check (account_id = (select private.account_with('manage_shop')));
create policy "Managers remove registrations" on public.tax_registrations for delete to authenticated
  using (account_id = (select private.account_with('manage_shop')));

create trigger tax_rates_touch before update on public.tax_rates for each row execute function private.touch_updated_at();
grant select (account_id, id, country, region, tax_class, rate, name, created_at, updated_at), insert (account_id, country, region, tax_class, rate, name),
  update (country, region, tax_class, rate, name), delete on public.tax_rates to authenticated;
create policy "Managers see the rates of their own" on public.tax_rates for select to authenticated
  using (account_id = (select private.account_with('manage_shop')));
create policy "Managers add rates" on public.tax_rates for insert to authenticated
  with check (account_id = (select private.account_with('manage_shop')));
create policy "Managers change rates" on public.tax_rates for update to authenticated
  using (account_id = (select private.account_with('manage_shop')))
  with check (account_id = (select private.account_with('manage_shop')));
create policy "Managers remove rates" on public.tax_rates for delete to authenticated
  using (account_id = (select private.account_with('manage_shop')));

create function private.plain_vat_number(vat_number text) returns text
language sql immutable set search_path = '' as $$
  select nullif(upper(regexp_replace(coalesce(vat_number, ''), '[^0-9A-Za-z+*]', '', 'g')), '')
$$;
comment on function private.plain_vat_number is 'A VAT number without the spaces, dots and dashes people write it with; null where there is none. plainVatNumber in TypeScript does the same.';

create function private.confirmed_vat_number(account uuid, address jsonb, max_age interval default '7 days') returns text
language sql stable security definer set search_path = '' as $$
  select c.vat_number
    from (select v.* from private.vat_checks v
           where v.account_id = account and v.vat_number = private.plain_vat_number(address ->> 'vat_number') order by v.checked_at desc, v.id desc limit 1) c
   where c.is_valid and c.checked_at > (select private.clock_now()) - max_age
     -- Of the country the buyer says to be in: Greece writes EL.
     and left(c.vat_number, 2) = case address ->> 'country' when 'GR' then 'EL' else address ->> 'country' end
$$;
comment on function private.confirmed_vat_number is 'The VAT number of an address where the register confirmed it lately and it is of that country; else null.';

create function private.record_vat_check(account uuid, vat_number text, is_valid boolean, consultation_number text, company text) returns void
language sql security definer set search_path = '' as $$
  insert into private.vat_checks (account_id, vat_number, is_valid, consultation_number, company, checked_at)
  values (account, vat_number, is_valid, left(coalesce(consultation_number, ''), 60), left(coalesce(company, ''), 200), private.clock_now())
$$;
comment on function private.record_vat_check is 'Stores what the register of VAT numbers answered.';

create function private.vat_check_due(account uuid, vat_number text, country text)
returns table (is_needed boolean, is_fresh boolean, is_confirmed boolean, requester text)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select private.is_in_eu(vat_check_due.country) and s.country <> vat_check_due.country,
      coalesce(c.checked_at > (select private.clock_now()) - interval '1 day', false),
      private.confirmed_vat_number(account, jsonb_build_object('vat_number', vat_check_due.vat_number, 'country', vat_check_due.country)) is not null,
      -- Without the number of the seller the register gives no consultation number.
      case when private.is_in_eu(s.country) then coalesce(private.plain_vat_number(s.vat_number), '') else '' end
    from public.seller_details s
    left join lateral (select v.checked_at from private.vat_checks v
      where v.account_id = account and v.vat_number = vat_check_due.vat_number order by v.checked_at desc, v.id desc limit 1) c on true
   where s.account_id = account and s.collects_tax;
end $$;
comment on function private.vat_check_due is 'Whether a VAT number has to be looked up: it decides about a reverse charge, and whether the last answer is of today; no row where no tax is collected.';

create function private.place_of_supply(account uuid, buyer_country text, buyer_region text, is_confirmed_company boolean,
  is_preview boolean default false)
returns table (treatment text, country text, region text, reason text, is_export boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  s public.seller_details%rowtype;
  -- Monaco and the Isle of Man have the VAT of their neighbours.
  place text := case buyer_country when 'MC' then 'FR' when 'IM' then 'GB' else nullif(buyer_country, '') end;
  area text := case when place in ('US', 'CA') then upper(coalesce(buyer_region, '')) else '' end;
  is_registered_there boolean;
  is_registered_somewhere_there boolean;
  is_registered_at_home boolean;
  is_registered_in_eu boolean;
  has_one_stop_shop boolean;
begin
  select * into s from public.seller_details d where d.account_id = account and (d.collects_tax or is_preview);
  if s.account_id is null then return query values ('outside', null::text, '', 'not_collected', false); return; end if;
  if place is null then return query values ('outside', null::text, '', 'country_missing', false); return; end if;
  select coalesce(bool_or(r.country = place and r.region in ('', area)), false),
      coalesce(bool_or(r.country = place), false),
      coalesce(bool_or(r.country = s.country), false),
      coalesce(bool_or(private.is_in_eu(r.country) or r.scheme = 'one_stop_shop'), false),
      coalesce(bool_or(r.scheme = 'one_stop_shop'), false)
    into is_registered_there, is_registered_somewhere_there, is_registered_at_home, is_registered_in_eu, has_one_stop_shop
    from public.tax_registrations r where r.account_id = account;
  return query select w.treatment, w.country, w.region, w.reason,
      w.reason = 'not_registered' and place <> s.country and not (private.is_in_eu(place) and private.is_in_eu(s.country)) from (values
      (place in ('US', 'CA') and is_registered_somewhere_there and area = '', 'outside', place, '', 'region_missing'),
      -- At home companies pay what everybody pays.
      (place = s.country and is_registered_there, 'taxed', place, area, 'home'),
      (place = s.country, 'outside', place, area, 'not_registered'),
      (private.is_in_eu(place) and is_confirmed_company and is_registered_in_eu, 'reverse_charge', place, '', 'reverse_charge'),
      (private.is_in_eu(place) and has_one_stop_shop, 'taxed', place, '', 'one_stop_shop'),
      (is_registered_there, 'taxed', place, area, 'registered'),
      (private.is_in_eu(place) and private.is_in_eu(s.country) and is_registered_at_home and s.is_below_eu_threshold, 'taxed', s.country, '', 'below_threshold'),
      (private.is_in_eu(place) and private.is_in_eu(s.country) and is_registered_at_home, 'taxed', place, '', 'above_threshold'),
      (true, 'outside', place, area, 'not_registered')) w(applies, treatment, country, region, reason)
    where w.applies limit 1;
end $$;
comment on function private.place_of_supply is 'Whose tax a sale to a buyer is: taxed, reverse_charge or outside, the country and region whose it is, and why. A company counts as one where its VAT number is confirmed; goods leave the customs area where is_export. A preview does not ask whether tax is collected.';

create function private.tax_of_lines(account uuid, lines jsonb, address jsonb, includes boolean default null, max_age interval default '7 days')
returns table (at bigint, tax bigint, tax_rate numeric, tax_category text, tax_name text, tax_country text, prices_include_tax boolean, tax_reason text)
language plpgsql stable security definer set search_path = '' as $$
declare
  place record;
begin
  select * into place from private.place_of_supply(account, address ->> 'country', address ->> 'region',
    private.confirmed_vat_number(account, address, max_age) is not null);
  includes := place.reason <> 'not_collected' and coalesce(includes, (select s.prices_include_tax from public.seller_details s where s.account_id = account));
  return query
    select l.at, t.tax, t.rate, t.category, t.name, place.country, includes, place.reason
      from jsonb_to_recordset(lines) l(at bigint, net bigint, tax_class text, type text)
     cross join lateral private.tax_of_line(account, place.treatment, place.country, place.region, place.is_export, l.tax_class, l.type, l.net, includes) t;
end $$;
comment on function private.tax_of_lines is 'The tax of lines [{at, net, tax_class, type}], net of their discount, for a buyer at an address; each is rounded by itself to the smallest unit, half up. What is contained in prices is a part of net.';

create function public.tax_terms(account_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((select case when s.prices_include_tax then 'included' else 'excluded' end from public.seller_details s
    where s.account_id = tax_terms.account_id and s.collects_tax), 'none')
$$;
comment on function public.tax_terms is 'Whether the prices of a shop include tax, exclude it, or there is none.';
grant execute on function public.tax_terms(uuid) to anon, authenticated;
