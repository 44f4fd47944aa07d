-- Versions, preview links and the trash of pages move to the tables of every kind.
insert into private.publishing_kinds
  (kind, record_table, draft_table, draft_key, record_columns, draft_columns, capability, published_at)
values ('page', 'pages', 'page_drafts', 'page_id', '{title,content,settings}', '{title,data,settings}', 'manage_options', 'last');

insert into public.versions (account_id, id, kind, subject_id, state, content, saved_by, created_at)
select account_id, id, 'page', page_id, kind, jsonb_build_object('title', title, 'data', data, 'settings', settings), published_by, created_at
  from public.page_versions;
drop table public.page_versions;

insert into public.previews (account_id, id, kind, subject_id, token_hash, expires_at, created_by, created_at)
select account_id, id, 'page', page_id, token_hash, expires_at, created_by, created_at from public.page_previews;
drop table public.page_previews;

insert into public.trash (account_id, id, kind, title, slug, record, draft, removed_by, removed_at)
select account_id, id, 'page', title, slug, page, draft, removed_by, removed_at from public.removed_pages;
insert into public.versions (account_id, id, kind, subject_id, state, content, saved_by, created_at)
select r.account_id, (v ->> 'id')::uuid, 'page', r.id, v ->> 'kind',
    jsonb_build_object('title', v -> 'title', 'data', v -> 'data', 'settings', v -> 'settings'),
    (select u.id from auth.users u where u.id = (v ->> 'published_by')::uuid), (v ->> 'created_at')::timestamptz
  from public.removed_pages r, jsonb_array_elements(r.versions) v;
drop table public.removed_pages;
