alter table public.report_letters
  drop constraint report_letters_report_check,
  add constraint report_letters_report_check check (report in ('overview', 'visits', 'members', 'learning', 'sales', 'subscriptions', 'marketing'));
