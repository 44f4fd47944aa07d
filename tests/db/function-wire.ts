import { openWire, type Wire } from './rest-wire.ts';

/** The gateway over a schema with functions of every kind. */
export async function openFunctionWire(): Promise<Wire> {
  const db = await openWire();
  await db.change(`
    create function public.plus_one(arr int[]) returns int[] language sql immutable as $$ select array_agg(n + 1) from unnest(arr) n $$;
    create function public.plus_two(variadic v int[]) returns int[] language sql immutable as $$ select array_agg(n + 2) from unnest(v) n $$;
    create function public.kind(value jsonb) returns text language sql immutable as $$ select jsonb_typeof(value) $$;
    create function public.rental(customer int) returns text language sql immutable as $$ select 'one' $$;
    create function public.rental(customer int, since date) returns text language sql immutable as $$ select 'two since ' || since $$;
    create function public.rental(customer int, until text, more text default '') returns text language sql immutable as $$ select 'three until ' || until || more $$;
    create function public.twofold(a int) returns text language sql immutable as $$ select 'int' $$;
    create function public.twofold(a int, b int default 1) returns text language sql immutable as $$ select 'both' $$;
    create function public.fallback(a int) returns text language sql immutable as $$ select 'named' $$;
    create function public.fallback(json) returns text language sql immutable as $$ select 'whole ' || $1::text $$;
    create function public.shout(text) returns text language sql immutable as $$ select upper($1) $$;
    create function public.size_of(bytea) returns int language sql immutable as $$ select length($1) $$;
    create function public.root_of(xml) returns text language sql immutable as $$ select (xpath('name(/*)', $1))[1]::text $$;
    create function public.untyped() returns setof record language sql stable as $$ select id, name from public.genres order by id $$;
    create function public.untyped_one() returns record language sql stable as $$ select id, name from public.genres where id = 1 $$;
    create function public.outs(out a int, out b text) language sql immutable as $$ select 1, 'x' $$;
    create function public.inout(inout n int) language sql immutable as $$ select n * 2 $$;
    create function public.out_next(n int, out next int) language sql immutable as $$ select n + 1 $$;
    create function public.out_json(out made json) language sql immutable as $$ select '{"a": 1}'::json $$;
    create function public.out_list(out n int) returns setof int language sql immutable as $$ values (1), (2) $$;
    create function public.unnamed(bool) returns text language sql immutable as $$ select 'bool' $$;
    create function public.unnamed(int) returns text language sql immutable as $$ select 'int' $$;
    create function public.unnamed(text) returns text language sql immutable as $$ select 'text ' || $1 $$;
    create function public.unnamed_int(int) returns int language sql immutable as $$ select $1 $$;
    create function public.unnamed_twice(bool) returns text language sql immutable as $$ select 'bool' $$;
    create function public.unnamed_twice(int) returns text language sql immutable as $$ select 'int' $$;
    create function public.unnamed_list(int[]) returns int[] language sql immutable as $$ select $1 $$;
    create function public.unnamed_many(variadic int[]) returns int language sql immutable as $$ select cardinality($1) $$;
    create function public.unnamed_json(json) returns json language sql immutable as $$ select $1 $$;
    create function public.unnamed_jsonb(jsonb) returns jsonb language sql immutable as $$ select $1 $$;
    create function public.unnamed_text(text) returns text language sql immutable as $$ select $1 $$;
    create function public.unnamed_bytea(bytea) returns text language sql immutable as $$ select encode($1, 'escape') $$;
    create function public.unnamed_default() returns text language sql immutable as $$ select 'none' $$;
    create function public.unnamed_default(int default 42) returns text language sql immutable as $$ select 'int' $$;
    create function public.unnamed_default(text default 'x') returns text language sql immutable as $$ select 'text ' || $1 $$;
    create function public.unnamed_pair(int, text) returns text language sql immutable as $$ select 'pair' $$;
    create function public.row_size(public.genres) returns int language sql immutable as $$ select length($1.name) $$;
    create function public.sorted_late(a text) returns text language sql immutable as $$ select 'text' $$;
    create function public.sorted_late(a text, b int default 0) returns text language sql immutable as $$ select 'pair' $$;
    create function public.sorted_late(a int) returns text language sql immutable as $$ select 'int' $$;
    create function public.sorted_late(a xml) returns text language sql immutable as $$ select 'xml' $$;
    create function public.one_parent(one public.genres) returns public.genres language sql stable as $$ select * from public.genres where id = one.parent_id $$;
    create function public.drop_genres(floor int) returns setof public.genres language sql volatile as $$ delete from public.genres where id > floor returning * $$;
    create function public.drop_none() returns setof public.genres language sql stable as $$ select * from public.genres where id = 2 $$;
    create function public.nothing() returns public.genres language sql stable as $$ select * from public.genres where false $$;
    create function public.null_text() returns text language sql immutable as $$ select null::text $$;
    create function public."odd Name!"("the Arg" int) returns int language sql immutable as $$ select "the Arg" $$;
    create function public.given("limit_" int, class text default 'none') returns text language sql immutable as $$ select "limit_" || class $$;
    insert into public.genres values (40, 'a'), (41, 'b'), (42, 'c');
    grant select, delete on public.genres to anon;
    grant execute on all functions in schema public to anon, authenticated;`);
  return db;
}

/** A call of a function, and what it answers. */
export type Call = {
  path: string;
  method?: string;
  body?: string;
  type?: string;
  prefer?: string;
  status?: number;
  expected: unknown;
};
export const get = (path: string, gives: unknown): Call => ({ path, expected: gives });
export const post = (path: string, body: unknown, gives: unknown): Call => ({
  path,
  method: 'POST',
  body: JSON.stringify(body),
  expected: gives,
});

export async function statusAndBody(db: Wire, { path, method, body, type, prefer }: Call): Promise<[number, unknown]> {
  const headers: Record<string, string> = { ...(type ? { 'content-type': type } : {}), ...(prefer ? { prefer } : {}) };
  const response = await db.raw(path, { method, body, headers });
  const text = await response.text();
  return [response.status, text === '' ? null : JSON.parse(text)];
}
