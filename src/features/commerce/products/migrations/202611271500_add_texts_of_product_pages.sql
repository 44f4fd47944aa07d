alter table public.products add column body text not null default '' check (length(body) <= 50000 and private.is_plain_markup(body));
comment on column public.products.body is 'What its own page says below the description: plain markup of the editor.';
