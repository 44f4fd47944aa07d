-- As of January 2026, from what the tax administrations publish. The reduced rate is that of digital books, null where they have none. Of the US it is
-- the rate of the state without those of counties and cities. Rates change: `known_tax_rates_as_of` is shown beside them, and an account's own rates
-- (public.tax_rates) count before these.
create view private.known_tax_rates as
  select r.country, r.region, r.standard::numeric as standard, r.reduced::numeric as reduced, r.name
    from (values
    ('AT', '', 20, 10, 'VAT'), ('BE', '', 21, 6, 'VAT'), ('BG', '', 20, 9, 'VAT'), ('CY', '', 19, 3, 'VAT'),
    ('CZ', '', 21, 0, 'VAT'), ('DE', '', 19, 7, 'VAT'), ('DK', '', 25, null, 'VAT'), ('EE', '', 24, 9, 'VAT'),
    ('ES', '', 21, 4, 'VAT'), ('FI', '', 25.5, 13.5, 'VAT'), ('FR', '', 20, 5.5, 'VAT'), ('GR', '', 24, 6, 'VAT'),
    ('HR', '', 25, 5, 'VAT'), ('HU', '', 27, null, 'VAT'), ('IE', '', 23, 0, 'VAT'), ('IT', '', 22, 4, 'VAT'),
    ('LT', '', 21, 5, 'VAT'), ('LU', '', 17, 3, 'VAT'), ('LV', '', 21, 5, 'VAT'), ('MT', '', 18, 5, 'VAT'),
    ('NL', '', 21, 9, 'VAT'), ('PL', '', 23, 5, 'VAT'), ('PT', '', 23, 6, 'VAT'), ('RO', '', 21, 11, 'VAT'),
    ('SE', '', 25, 6, 'VAT'), ('SI', '', 22, 5, 'VAT'), ('SK', '', 23, 5, 'VAT'),
    ('GB', '', 20, 0, 'VAT'), ('CH', '', 8.1, 2.6, 'VAT'), ('LI', '', 8.1, 2.6, 'VAT'), ('NO', '', 25, 0, 'VAT'),
    ('IS', '', 24, 11, 'VAT'), ('AU', '', 10, null, 'GST'), ('NZ', '', 15, null, 'GST'), ('IN', '', 18, 5, 'GST'),
    ('SG', '', 9, null, 'GST'), ('JP', '', 10, null, 'Consumption tax'), ('KR', '', 10, null, 'VAT'), ('TR', '', 20, null, 'VAT'),
    ('UA', '', 20, null, 'VAT'), ('RS', '', 20, null, 'VAT'), ('ZA', '', 15, null, 'VAT'), ('AE', '', 5, null, 'VAT'),
    ('SA', '', 15, null, 'VAT'), ('BH', '', 10, null, 'VAT'), ('IL', '', 18, null, 'VAT'), ('MX', '', 16, null, 'VAT'),
    ('CL', '', 19, null, 'VAT'), ('CO', '', 19, null, 'VAT'), ('KE', '', 16, null, 'VAT'), ('NG', '', 7.5, null, 'VAT'),
    ('EG', '', 14, null, 'VAT'), ('TH', '', 7, null, 'VAT'), ('PH', '', 12, null, 'VAT'), ('VN', '', 10, null, 'VAT'),
    ('TW', '', 5, null, 'VAT'), ('BD', '', 15, null, 'VAT'),
    ('CA', 'AB', 5, null, 'GST'), ('CA', 'BC', 5, null, 'GST'), ('CA', 'MB', 5, null, 'GST'), ('CA', 'NB', 15, null, 'HST'),
    ('CA', 'NL', 15, null, 'HST'), ('CA', 'NS', 14, null, 'HST'), ('CA', 'NT', 5, null, 'GST'), ('CA', 'NU', 5, null, 'GST'),
    ('CA', 'ON', 13, null, 'HST'), ('CA', 'PE', 15, null, 'HST'), ('CA', 'QC', 5, null, 'GST'), ('CA', 'SK', 5, null, 'GST'),
    ('CA', 'YT', 5, null, 'GST'),
    ('US', 'AL', 4, null, 'Sales tax'), ('US', 'AK', 0, null, 'Sales tax'), ('US', 'AZ', 5.6, null, 'Sales tax'), ('US', 'AR', 6.5, null, 'Sales tax'),
    ('US', 'CA', 7.25, null, 'Sales tax'), ('US', 'CO', 2.9, null, 'Sales tax'), ('US', 'CT', 6.35, null, 'Sales tax'), ('US', 'DE', 0, null, 'Sales tax'),
    ('US', 'DC', 6, null, 'Sales tax'), ('US', 'FL', 6, null, 'Sales tax'), ('US', 'GA', 4, null, 'Sales tax'), ('US', 'HI', 4, null, 'Sales tax'),
    ('US', 'ID', 6, null, 'Sales tax'), ('US', 'IL', 6.25, null, 'Sales tax'), ('US', 'IN', 7, null, 'Sales tax'), ('US', 'IA', 6, null, 'Sales tax'),
    ('US', 'KS', 6.5, null, 'Sales tax'), ('US', 'KY', 6, null, 'Sales tax'), ('US', 'LA', 5, null, 'Sales tax'), ('US', 'ME', 5.5, null, 'Sales tax'),
    ('US', 'MD', 6, null, 'Sales tax'), ('US', 'MA', 6.25, null, 'Sales tax'), ('US', 'MI', 6, null, 'Sales tax'), ('US', 'MN', 6.875, null, 'Sales tax'),
    ('US', 'MS', 7, null, 'Sales tax'), ('US', 'MO', 4.225, null, 'Sales tax'), ('US', 'MT', 0, null, 'Sales tax'), ('US', 'NE', 5.5, null, 'Sales tax'),
    ('US', 'NV', 6.85, null, 'Sales tax'), ('US', 'NH', 0, null, 'Sales tax'), ('US', 'NJ', 6.625, null, 'Sales tax'), ('US', 'NM', 4.875, null, 'Sales tax'),
    ('US', 'NY', 4, null, 'Sales tax'), ('US', 'NC', 4.75, null, 'Sales tax'), ('US', 'ND', 5, null, 'Sales tax'), ('US', 'OH', 5.75, null, 'Sales tax'),
    ('US', 'OK', 4.5, null, 'Sales tax'), ('US', 'OR', 0, null, 'Sales tax'), ('US', 'PA', 6, null, 'Sales tax'), ('US', 'RI', 7, null, 'Sales tax'),
    ('US', 'SC', 6, null, 'Sales tax'), ('US', 'SD', 4.2, null, 'Sales tax'), ('US', 'TN', 7, null, 'Sales tax'), ('US', 'TX', 6.25, null, 'Sales tax'),
    ('US', 'UT', 6.1, null, 'Sales tax'), ('US', 'VT', 6, null, 'Sales tax'), ('US', 'VA', 5.3, null, 'Sales tax'), ('US', 'WA', 6.5, null, 'Sales tax'),
    ('US', 'WV', 6, null, 'Sales tax'), ('US', 'WI', 5, null, 'Sales tax'), ('US', 'WY', 4, null, 'Sales tax')) r(country, region, standard, reduced, name);
comment on view private.known_tax_rates is 'The tax rates of countries, and of states and provinces where they have their own, in percent.';

create function private.known_tax_rates_as_of() returns date
language sql immutable set search_path = '' as $$
  select date '2026-01-01'
$$;
comment on function private.known_tax_rates_as_of is 'The day private.known_tax_rates was last compared with what the tax administrations publish.';

create function private.is_in_eu(country text) returns boolean
language sql immutable set search_path = '' as $$
  select country in ('AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU', 'IE', 'IT', 'LT', 'LU', 'LV', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK')
$$;
comment on function private.is_in_eu is 'Whether a country is a member of the European Union.';

create function private.tax_rate_of(account uuid, country text, region text, tax_class text) returns table (rate numeric, name text)
language sql stable security definer set search_path = '' as $$
  select r.rate, r.name
    from (
      select o.rate, o.name, o.tax_class, 1 as source, o.region as at from public.tax_rates o
       where o.account_id = account and o.country = tax_rate_of.country and o.region in ('', tax_rate_of.region)
      union all
      select k.standard, k.name, 'standard', 2, k.region from private.known_tax_rates k
       where k.country = tax_rate_of.country and k.region in ('', tax_rate_of.region)
      union all
      select k.reduced, k.name, 'reduced', 2, k.region from private.known_tax_rates k
       where k.country = tax_rate_of.country and k.region in ('', tax_rate_of.region) and k.reduced is not null) r
   where r.tax_class in ('standard', tax_rate_of.tax_class)
   -- Where nothing is reduced the standard rate applies.
   order by r.tax_class = tax_rate_of.tax_class desc, r.source, r.at = '', r.at limit 1
$$;
comment on function private.tax_rate_of is 'The rate of a class of products at a place, in percent: the account''s own, else the known one; no row where there is neither.';

create function private.tax_of_line(account uuid, treatment text, country text, region text, is_export boolean, tax_class text, type text, net bigint, includes boolean)
returns table (rate numeric, category text, name text, tax bigint)
language sql stable security definer set search_path = '' as $$
  select q.rate, q.category, q.name, round(net * q.rate / case when includes then 100 + q.rate else 100 end)::bigint
    from (select coalesce(r.rate, 0) as rate, coalesce(r.name, '') as name, case
        when treatment = 'outside' then case when is_export and type = 'physical' then 'export' else 'outside' end
        when tax_of_line.tax_class = 'exempt' then 'exempt'
        when treatment = 'reverse_charge' then 'reverse_charge'
        when tax_of_line.tax_class = 'zero' or coalesce(r.rate, 0) = 0 then 'zero'
        else tax_of_line.tax_class end as category
      from (select) one
      left join lateral private.tax_rate_of(account, tax_of_line.country, tax_of_line.region, tax_of_line.tax_class) r
        on treatment = 'taxed' and tax_of_line.tax_class in ('standard', 'reduced')) q
$$;
comment on function private.tax_of_line is 'The tax of one line at a place of private.place_of_supply, rounded half up to the smallest unit, and its category on an invoice.';

create function public.preview_tax(country text, region text, is_company boolean, tax_class text, type text, amount bigint)
returns table (treatment text, tax_country text, tax_region text, reason text, category text, rate numeric, name text, tax bigint, total bigint,
  prices_include_tax boolean)
language sql stable security definer set search_path = '' as $$
  select p.treatment, p.country, p.region, p.reason, t.category, t.rate, t.name, t.tax, amount + case when i.includes then 0 else t.tax end, i.includes
    from private.account_with('manage_shop') account
   cross join lateral private.place_of_supply(account, preview_tax.country, preview_tax.region, is_company, is_preview => true) p
   cross join lateral (select coalesce((select s.prices_include_tax from public.seller_details s where s.account_id = account), false) as includes) i
   cross join lateral private.tax_of_line(account, p.treatment, p.country, p.region, p.is_export, preview_tax.tax_class, preview_tax.type, amount, i.includes) t
   where account is not null
$$;
comment on function public.preview_tax is 'Which tax a buyer would pay for an amount in the shop the caller manages, and why, whether tax is collected yet or not; a company with a confirmed VAT number where is_company.';
grant execute on function public.preview_tax(text, text, boolean, text, text, bigint) to authenticated;

create function public.known_tax_rates() returns table (country text, region text, standard numeric, reduced numeric, name text, as_of date, is_in_eu boolean)
language sql stable security definer set search_path = '' as $$
  select k.country, k.region, k.standard, k.reduced, k.name, private.known_tax_rates_as_of(), private.is_in_eu(k.country) from private.known_tax_rates k
   where exists (select from private.account_with('manage_shop') a where a is not null)
   order by k.country, k.region
$$;
comment on function public.known_tax_rates is 'The rates that count where a shop has none of its own, for who manages a shop.';
grant execute on function public.known_tax_rates() to authenticated;
