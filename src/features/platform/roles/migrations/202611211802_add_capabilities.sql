alter table public.roles drop constraint roles_caps_check;
alter table public.roles add constraint roles_caps_check
  check (caps <@ '{manage_options,create_courses,edit_posts,manage_curriculum,manage_students,manage_submissions,manage_stats,manage_members,log_in_as,manage_shop}'::text[]);
-- Owners hold every capability, those made later included.
update public.roles set caps = '{manage_options,create_courses,edit_posts,manage_curriculum,manage_students,manage_submissions,manage_stats,manage_members,log_in_as,manage_shop}'
 where kind = 'owner';
