import { askJson } from './ask.ts';
import { CONNECTIONS, compare, type Target } from './compare.ts';
import { addCrowd, signInCrowd } from './crowd.ts';
import { databaseUrl } from './database.ts';
import { type Measured, startYardstick } from './processes.ts';
import { type Figure, microseconds, milliseconds, percent, thousands } from './report.ts';
import { signIn } from './sign-ins.ts';

type Bench = { server: Measured; host: string; folder: string; add(figure: Figure): void };

/** What is asked of the data service, and the same of the database by the bare driver. */
type Comparison = {
  name: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
  sql: string;
  values: readonly string[];
  /** Instead of them, fields of what is sent. */
  fields?: readonly string[];
  limit?: number;
  /** Who asks, one for each connection: one person alone is given few connections to the database, and a share of their time. */
  people: Record<string, string>[];
};

/** `/rest/v1` beside a bare Node server that asks PostgreSQL the same: a row by its key, a list with an embedding, an insert. */
export async function rows(bench: Bench): Promise<void> {
  const { server, host, folder } = bench;
  const { headers, userId } = await signIn(bench, 'student@demo.test');
  const read = <Row>(address: string) => askJson<Row[]>(server.port, host, `/rest/v1/${address}`, { headers });
  const [member] = await read<{ id: string; account_id: string }>(`members?select=id,account_id&user_id=eq.${userId}`);
  if (!member) throw new Error('The student of the demo is a member of nothing.');
  const account = member.account_id;
  const [course] = await read<{ id: string }>(`courses?select=id&account_id=eq.${account}&slug=eq.light-and-exposure`);
  if (!course) throw new Error('The demo has no course on light and exposure.');
  // The yardstick goes the same way to the same server: by the socket beside the cluster.
  const database = databaseUrl(folder);

  const students = await signInCrowd(bench, await addCrowd(folder, account, 'student', CONNECTIONS));
  const owners = await signInCrowd(bench, await addCrowd(folder, account, 'owner', CONNECTIONS));
  await beside(
    bench,
    database,
    byKey('courses', 'id,title,slug,summary,level,created_at', account, course.id, students),
  );
  // A row that nobody but its person and the staff may see: every right is looked up.
  await beside(bench, database, {
    ...byKey('members', 'id,name,slug,email,bio,created_at', account, member.id, owners),
    limit: undefined,
  });

  const coupon = (name: string) => ({ account_id: account, name, discount_type: 'percentage', coupon_amount: 5 });
  await beside(bench, database, {
    name: '/rest/v1/coupons: insert as owners',
    path: '/rest/v1/coupons',
    headers: { 'content-type': 'application/json', prefer: 'return=minimal' },
    body: JSON.stringify(coupon('B{unique}')),
    sql: 'insert into public.coupons (account_id, name, discount_type, coupon_amount) values ($1, $2, $3, $4)',
    values: [],
    fields: ['account_id', 'name', 'discount_type', 'coupon_amount'],
    limit: 0.6,
    people: owners,
  });
  // What was put in is a list worth paging through.
  await beside(bench, database, {
    name: '/rest/v1/coupons: 100 rows with one embedding as owners',
    path: `/rest/v1/coupons?select=id,name,coupon_amount,usage_count,coupon_redemptions(id,order_id)&account_id=eq.${account}&order=id&limit=100`,
    headers: {},
    people: owners,
    // The same SQL as the product's, JSON made by PostgreSQL included: what is left is rights, HTTP and the shape's plan.
    sql: `select coalesce(json_agg(r), '[]')::text as body from (
        select c.id, c.name, c.coupon_amount, c.usage_count, coalesce(x.every, '[]') as coupon_redemptions
          from public.coupons c
          left join lateral (select json_agg(one) as every from (
            select r.id, r.order_id from public.coupon_redemptions r where (r.account_id, r.coupon_id) = (c.account_id, c.id)) as one) as x on true
         where c.account_id = $1 order by c.id limit 100) as r`,
    values: [account],
    limit: 0.75,
  });
}

function byKey(table: string, columns: string, account: string, id: string, people: Record<string, string>[]) {
  return {
    name: `/rest/v1/${table} by primary key`,
    path: `/rest/v1/${table}?select=${columns}&account_id=eq.${account}&id=eq.${id}`,
    headers: {},
    people,
    sql: `select ${columns} from public.${table} where account_id = $1 and id = $2`,
    values: [account, id],
    limit: 0.8 as number | undefined,
  };
}

async function beside({ server, host, add }: Bench, database: string, what: Comparison): Promise<void> {
  const bare = await startYardstick('bare-select.ts', {
    BARE_DATABASE: database,
    BARE_SELECT: what.sql,
    BARE_VALUES: JSON.stringify(what.values),
    ...(what.fields ? { BARE_FIELDS: JSON.stringify(what.fields) } : {}),
  });
  try {
    const { path, headers, body, people } = what;
    if (body === undefined) await mustBeSame({ server, host, path, headers: { ...headers, ...people[0] } }, bare);
    const posted = body === undefined ? {} : { body };
    const taken = await compare(
      { server, host, path, headers, ...posted, people },
      { server: bare, host, path: '/', headers: body === undefined ? headers : {}, ...posted },
    );
    const share = taken.ours.perSecond / taken.yardstick.perSecond;
    add({
      name: `${what.name}: requests/s`,
      value: thousands(taken.ours.perSecond),
      beside: `bare Node and pg ${thousands(taken.yardstick.perSecond)}: ${percent(share)}`,
      ...(what.limit === undefined ? {} : { limit: `>= ${percent(what.limit)}`, holds: share >= what.limit }),
    });
    add({
      name: `${what.name}: processor time a request`,
      value: microseconds(taken.ours.processorMicroseconds),
      beside: `bare Node and pg ${microseconds(taken.yardstick.processorMicroseconds)}`,
    });
    add({
      name: `${what.name}: p99`,
      value: milliseconds(taken.ours.p99),
      beside: `bare Node and pg ${milliseconds(taken.yardstick.p99)}`,
    });
  } finally {
    await bare.stop();
  }
}

async function mustBeSame({ server, host, path, headers }: Target, bare: Measured): Promise<void> {
  const own = await askJson<object[]>(server.port, host, path, { headers });
  const same = await askJson<object[]>(bare.port, host, '/');
  if (own.length !== same.length || Object.keys(own[0] ?? {}).join() !== Object.keys(same[0] ?? {}).join())
    throw new Error('The yardstick does not read what the product reads.');
}
