-- The versions and preview links of posts move to the tables of every kind.
insert into private.publishing_kinds
  (kind, record_table, draft_table, draft_key, record_columns, draft_columns, capability, published_at, links, related_tables)
values ('post', 'posts', 'post_drafts', 'post_id', '{title,excerpt,content,cover,categories,tags,settings}',
  '{title,excerpt,content,cover,categories,tags,settings}', 'staff', 'first', '{author_id}', '{post_authors}');

insert into public.versions (account_id, id, kind, subject_id, state, content, saved_by, created_at)
select account_id, id, 'post', post_id, kind, jsonb_build_object('title', title, 'excerpt', excerpt, 'content', content, 'cover', cover,
  'categories', categories, 'tags', tags, 'settings', settings), saved_by, created_at from public.post_versions;
drop table public.post_versions;

insert into public.previews (account_id, id, kind, subject_id, token_hash, expires_at, created_by, created_at)
select account_id, id, 'post', post_id, token_hash, expires_at, created_by, created_at from public.post_previews;
drop table public.post_previews;
