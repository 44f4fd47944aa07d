import { createHash } from 'node:crypto';
import type { Sql } from '#base/server/database.ts';
import type { Seed } from '#base/server/seeding.ts';

const DAYS = 62;
const DAY_MS = 86_400_000;

type Channel = { source: string; medium?: string; campaign?: string; weight: number };

const channels: Channel[] = [
  { source: '', weight: 9 },
  { source: 'google.com', weight: 8 },
  { source: 'letter', medium: 'email', campaign: 'winter-intake', weight: 4 },
  { source: 'photomagazine', medium: 'banner', campaign: 'winter-intake', weight: 2 },
  { source: 'fediverse', medium: 'social', campaign: 'open-night', weight: 2 },
  { source: 'duckduckgo.com', weight: 2 },
  { source: 'nightsky.example', weight: 1 },
];

const walks = {
  demo: [
    ['/', '/course', '/course/light-and-exposure'],
    ['/course/light-and-exposure', '/signup'],
    ['/blog'],
    ['/', '/about'],
    ['/course/astrophotography-from-a-city-balcony', '/course', '/course/macro-botany', '/'],
    ['/course/colour-you-can-trust'],
    ['/', '/blog'],
    ['/docs'],
  ],
  atelier: [['/', '/course', '/course/drawing-hands'], ['/course/your-first-linocut'], ['/']],
  platform: [['/', '/features', '/pricing'], ['/pricing'], ['/', '/product'], ['/use-cases']],
} as const;

/** A seeded random generator: the demo has the same numbers at every start. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

function chosen<Kind extends { weight: number }>(options: readonly Kind[], at: number): Kind {
  let left = at * options.reduce((all, { weight }) => all + weight, 0);
  for (const kind of options) {
    left -= kind.weight;
    if (left < 0) return kind;
  }
  return options[0] as Kind;
}

/** Two months of visits, rising over the weeks and lower at weekends. */
export const seed: Seed = async ({ sql, accounts, now }) => {
  for (const [slug, size] of [
    ['demo', 7],
    ['atelier', 2],
    ['platform', 2],
  ] as const) {
    const roll = seededRandom(size * 97 + slug.length);
    const views: Record<string, unknown>[] = [];
    for (let ago = DAYS; ago >= 0; ago--) {
      const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS - ago * DAY_MS;
      const weekday = new Date(midnight).getUTCDay();
      const count = Math.round(size * (weekday % 6 === 0 ? 0.6 : 1) * (1.25 - ago / 100) * (0.7 + roll() * 0.6));
      for (let visit = 0; visit < count; visit++) {
        const channel = chosen(channels, roll());
        const device = chosen(
          [
            { name: 'phone', weight: 5 },
            { name: 'desktop', weight: 5 },
            { name: 'tablet', weight: 1 },
          ],
          roll(),
        ).name;
        const pagePath = walks[slug][Math.floor(roll() * walks[slug].length)] ?? ['/'];
        const began = midnight + Math.floor((7 + roll() * 15) * 3_600_000);
        const language = ['en', 'en', 'en', 'pt', 'ar', 'tr'][Math.floor(roll() * 6)];
        const visitor = createHash('md5').update(`${slug} ${ago} ${visit}`).digest().readBigInt64BE().toString();
        const day = new Date(midnight).toISOString().slice(0, 10);
        for (const [step, path] of pagePath.entries()) {
          const at = began + step * Math.floor(20_000 + roll() * 140_000);
          if (at >= now.getTime()) continue;
          views.push({
            account_id: accounts[slug],
            visitor,
            day,
            at: new Date(at).toISOString(),
            path,
            source: channel.source,
            medium: channel.medium ?? '',
            campaign: channel.campaign ?? '',
            device,
            language,
            country: '',
          });
        }
      }
    }
    await sql.query('select private.count_visits($1::jsonb)', [JSON.stringify(views)]);
  }
  await spreadArrivals(sql, accounts.demo, now);
};

/**
 * Days ago on which the demo's members joined and started their courses, so that not all fall on the day of the
 * start.
 */
const arrivals = { owner: 90, instructor: 84, student: 43, parent: 38, member: 11 };

async function spreadArrivals(sql: Sql, account: string, now: Date): Promise<void> {
  for (const [name, days] of Object.entries(arrivals)) {
    const at = new Date(now.getTime() - days * DAY_MS);
    await sql.query('update public.members set created_at = $3 where account_id = $1 and email = $2', [
      account,
      `${name}@demo.test`,
      at,
    ]);
    await sql.query(
      `update public.enrolments e set created_at = least(e.starts_at, $3::timestamptz + interval '1 day' * (1 + 24 * (select count(*) from public.enrolments x
          where (x.account_id, x.member_id) = (e.account_id, e.member_id) and x.id < e.id)))
         from public.members m where (m.account_id, m.id) = (e.account_id, e.member_id) and m.account_id = $1 and m.email = $2`,
      [account, `${name}@demo.test`, at],
    );
  }
}
