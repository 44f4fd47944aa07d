-- Used by constraints of several tables, so it lives here.
create function private.is_slug(slug text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select slug = lower(slug) and slug is nfc normalized
    and slug !~ '[[:space:][:cntrl:]/?#%&+\\"''<>|^`{}@:;,=.*~$()!\[\]\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]'
    and slug !~ '(^$|^-|-$)'
$$;
comment on function private.is_slug is 'Whether a text may be the last part of an address: small letters of any script, numbers, signs and hyphens.';
