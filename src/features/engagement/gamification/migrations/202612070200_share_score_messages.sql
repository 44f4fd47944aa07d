-- Live for whoever may read the row. A publication of all tables, as a hosted backend may have, holds it already.
do $$ begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime' and puballtables) then
    alter publication supabase_realtime add table public.score_messages;
  end if;
end $$;
