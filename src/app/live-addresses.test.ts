import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppWorld, openApp } from '#tests/app-world.ts';
import { openWorld, type World } from '#tests/world.ts';

let world: World;
let app: AppWorld;
beforeAll(async () => {
  world = await openWorld();
  app = await openApp(world);
});
afterAll(async () => {
  await app.close();
  await world.close();
});

test('what the database calls live is what answers, and the rest is not there', async () => {
  const slugs = async (text: string) =>
    (await world.sql.query<{ path: string }>(text, [world.demo])).map((row) => row.path);
  await world.sql.query(
    `insert into public.posts (account_id, title, slug, status) values ($1, 'Not yet', 'not-yet', 'draft')`,
    [world.demo],
  );
  const paths = [
    ...['/', '/blog', '/docs', '/search', '/login', '/signup', '/checkout', '/thankyou', '/subscribed', '/course'],
    ...[
      '/sitemap.xml',
      '/robots.txt',
      '/blog/rss.xml',
      '/favicon.ico',
      '/about',
      '/about/',
      '/about/us',
      '/nowhere',
      '/404',
    ],
    ...['/blog/not-yet', '/course/none', '/members/none', '/groups/none', '/docs/none', '/course/category/none'],
    ...(await slugs(`select '/' || slug as path from public.pages where account_id = $1`)),
    ...(await slugs(`select '/blog/' || slug as path from public.posts where account_id = $1`)),
    ...(await slugs(`select '/docs/' || slug as path from public.docs where account_id = $1`)),
    ...(await slugs(`select '/course/' || slug as path from public.courses where account_id = $1`)),
    ...(await slugs(`select '/course/category/' || slug as path from public.course_categories where account_id = $1`)),
    ...(await slugs(`select '/groups/' || slug as path from public.groups where account_id = $1`)),
    ...(await slugs(`select '/members/' || slug as path from public.members where account_id = $1`)),
  ];
  const live = (
    await world.database
      .as(world.caller('owner'))
      .query<{ path: string }>('select path from public.live_addresses($1, $2) path', [world.demo, paths])
  ).map((row) => row.path);
  const answering: string[] = [];
  for (const path of paths) {
    const answer = await app.app.fetch(new Request(`http://demo.localhost${encodeURI(path)}`, { redirect: 'manual' }));
    await answer.text();
    if (answer.status === 200) answering.push(path);
  }
  expect([...live].sort()).toEqual([...new Set(answering)].sort());
});
