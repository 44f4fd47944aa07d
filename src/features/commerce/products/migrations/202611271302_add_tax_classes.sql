alter table public.products
  add column tax_class text not null default 'standard' check (tax_class in ('standard', 'reduced', 'exempt', 'zero'));
comment on column public.products.tax_class is 'Which rate of a country applies: the standard one, the reduced one of digital books, none because teaching is exempt, or zero.';
