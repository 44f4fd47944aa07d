-- Before a column is kept it is counted once.
update public.members m set course_count = e.many
  from (select account_id, member_id, count(*)::int as many from public.enrolments where status = 'active' group by 1, 2) e
 where (m.account_id, m.id) = (e.account_id, e.member_id);
