import { afterAll, beforeAll } from 'vitest';
import { matrix } from '#tests/db/matrix.ts';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const start = "select private.start_funnel({demo}, 'letter', 'email', 'winter', '/', '{}')";

matrix(
  () => world,
  [
    ['starts a session', start, { others: 1 }],
    [
      'sees where visits of demo came from',
      'select * from public.funnel_sessions where account_id = {demo}',
      { owner: 4, visitor: '42501', others: 0 },
    ],
    [
      'forgets them',
      'delete from public.funnel_sessions where account_id = {demo} returning id',
      { owner: 4, visitor: '42501', others: 0 },
    ],
    [
      'writes one past the count',
      `insert into public.funnel_sessions (account_id, utm_source, utm_medium, utm_campaign) values ({demo}, 'a', 'b', 'c')`,
      { others: '42501' },
    ],
    [
      'changes one',
      "update public.funnel_sessions set utm_source = 'mine' where account_id = {demo}",
      { others: '42501' },
    ],
  ],
);
