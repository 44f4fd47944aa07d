-- Used by constraints, so it lives here.
create function private.is_search_settings(settings jsonb) returns boolean
language sql immutable parallel safe as $$
  select coalesce(
    length(coalesce(settings ->> 'searchTitle', '')) <= 120 and length(coalesce(settings ->> 'description', '')) <= 320
    and length(coalesce(settings ->> 'picture', '')) <= 500 and coalesce(settings ->> 'picture', '') ~ '^($|/[^/\\]|https://)'
    and length(coalesce(settings ->> 'canonical', '')) <= 500
    and coalesce(settings ->> 'canonical', '') ~ '^($|/([^/\\[:space:]][^[:space:]]*)?$|https://[^/[:space:]]+[^[:space:]]*$)'
    and coalesce(jsonb_typeof(settings -> 'isHidden'), 'boolean') = 'boolean'
    and coalesce(jsonb_typeof(settings -> 'isUnfollowed'), 'boolean') = 'boolean', false)
$$;
comment on function private.is_search_settings is 'Whether what search engines are told is short enough, and leads to an address of the site or of the secure web.';

-- What could be written past the editor before.
update public.posts set settings = jsonb_set(settings, '{description}', to_jsonb(left(settings ->> 'description', 320)))
 where length(settings ->> 'description') > 320;
update public.post_drafts set settings = jsonb_set(settings, '{description}', to_jsonb(left(settings ->> 'description', 320)))
 where length(settings ->> 'description') > 320;
update public.posts set settings = settings - '{searchTitle,picture,canonical,isHidden,isUnfollowed}'::text[]
 where not private.is_search_settings(settings);
update public.post_drafts set settings = settings - '{searchTitle,picture,canonical,isHidden,isUnfollowed}'::text[]
 where not private.is_search_settings(settings);
alter table public.posts add constraint posts_search_settings_check check (private.is_search_settings(settings));
alter table public.post_drafts add constraint post_drafts_search_settings_check check (private.is_search_settings(settings));
