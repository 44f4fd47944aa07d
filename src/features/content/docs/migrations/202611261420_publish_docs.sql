-- The versions of documentation move to the table of every kind, and a draft may be published at a time.
alter table public.doc_drafts add column publish_at timestamptz;
create index doc_drafts_due_idx on public.doc_drafts (publish_at) where publish_at is not null;

insert into private.publishing_kinds
  (kind, record_table, draft_table, draft_key, record_columns, draft_columns, capability, links)
values ('doc', 'docs', 'doc_drafts', 'doc_id', '{title,summary,content}', '{title,summary,content}', 'manage_options', '{parent_id}');

insert into public.versions (account_id, id, kind, subject_id, state, content, saved_by, created_at)
select account_id, id, 'doc', doc_id, kind, jsonb_build_object('title', title, 'summary', summary, 'content', content), saved_by, created_at
  from public.doc_versions;
drop table public.doc_versions;
