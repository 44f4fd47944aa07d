import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SiteProbe } from '#base/server/dns-tls-probe.ts';
import type { JobContext } from '#base/server/jobs.ts';
import { silentLog } from '#base/server/log.ts';
import { openWorld, type World } from '#tests/db/world.ts';
import type { SiteCheck } from '../schema.ts';
import { createSiteCheckJob, probeSite } from './jobs.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const failing = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));
/** A stubbed network: the platform's name resolves to us, one domain elsewhere, one nowhere. */
const probe: SiteProbe = {
  addressesOf: (host) =>
    ({
      'stoa.test': Promise.resolve(['198.51.100.7']),
      'demo.stoa.test': Promise.resolve(['198.51.100.7']),
      'moved.test': Promise.resolve(['203.0.113.9']),
    })[host] ?? failing('ENOTFOUND'),
  certificateOf: (host) =>
    host === 'demo.stoa.test'
      ? Promise.resolve({ validTo: '2126-01-01T00:00:00Z', isTrusted: true, reason: '' })
      : failing('ECONNREFUSED'),
};

test.each([
  ['https://demo.stoa.test', { dns: { addresses: ['198.51.100.7'] }, tls: { isTrusted: true } }],
  ['https://moved.test', { dns: { addresses: ['203.0.113.9'] }, tls: { problem: 'ECONNREFUSED' } }],
  ['https://gone.test', { dns: { problem: 'ENOTFOUND' }, tls: null }],
  ['http://demo.stoa.test', { dns: { addresses: ['198.51.100.7'] }, tls: null }],
  ['http://demo.localhost:3000', { dns: null, tls: null, platform: [] }],
])('what is found at %s', async (origin, expected) => {
  expect(await probeSite(probe, origin, 'https://stoa.test')).toMatchObject(expected);
});

describe('a ticket that says the site is down', () => {
  test('has the cause in it, before anybody has read it', async () => {
    const [made] = await world.sql.query<{ id: string }>(
      `select private.make_ticket($1, $2, 'siteDown', 'Nothing comes', 'A blank page.', $3) as id`,
      [
        world.platform,
        (await world.sql.query<{ id: string }>(`select id from auth.users where email = 'owner@demo.test'`))[0]?.id,
        world.demo,
      ],
    );
    const [row] = await world.sql.query<{ payload: Record<string, unknown> }>(
      `delete from private.outbox where queue = 'ticket-checks' returning payload`,
    );
    expect(row?.payload).toEqual({ account_id: world.platform, ticket_id: made?.id });
    const context: JobContext = {
      sql: world.sql,
      mailer: { deliver: async () => {}, close: () => {} },
      log: silentLog,
      siteUrlOf: async (account) => (account === world.platform ? 'https://stoa.test' : 'https://gone.test'),
      t: (_, __, key) => key,
    };
    await createSiteCheckJob(probe).handle(context, row?.payload ?? {});
    const [message] = await world.sql.query<{ via: string; is_internal: boolean; checks: SiteCheck[] }>(
      'select via, is_internal, checks from public.ticket_messages where ticket_id = $1 and checks is not null',
      [made?.id],
    );
    expect(message).toMatchObject({ via: 'system', is_internal: false });
    expect(message?.checks.map(({ id, state, code }) => `${id} ${state} ${code}`)).toEqual([
      'account ok active',
      'dns failed noAddress',
      'tls skipped notAsked',
      'quota ok unlimited',
    ]);
  });
});
