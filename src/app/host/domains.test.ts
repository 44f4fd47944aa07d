import { request as askPlain } from 'node:http';
import { request as askSecure } from 'node:https';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAcmeAuthority } from '#base/server/certificate-authority.ts';
import { createDomainProbe } from '#base/server/domain-probe.ts';
import { accountKeysOf } from '#base/server/domain-tools.ts';
import type { JobContext } from '#base/server/jobs.ts';
import { silentLog } from '#base/server/log.ts';
import { jobs, schedules } from '#features/platform/domains/jobs.ts';
import { type AcmeAuthority, startAcmeAuthority } from '#tests/acme-authority.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { type Listening, listening } from '#tests/db/listening.ts';
import { openWorld, type Person, type World } from '#tests/db/world.ts';
import { type NameServer, startNameServer } from '#tests/name-server.ts';
import { smallSite } from '#tests/small-site.ts';

// A domain's whole way, with a name server and a certificate authority of this machine.
const BASE = 'stoa.test';
let world: World;
let app: AppWorld;
let names: NameServer;
let authority: AcmeAuthority;
let plain: Listening;
let secure: Listening;
let context: JobContext;
beforeAll(async () => {
  world = await openWorld();
  [names, authority] = await Promise.all([startNameServer(), startAcmeAuthority()]);
  const variables = {
    BASE_DOMAIN: BASE,
    HTTPS_PORT: '0',
    DNS_RESOLVERS: names.address,
    ACME_DIRECTORY_URL: authority.directoryUrl,
  };
  app = await openApp(world, variables, { build: smallSite().build });
  [plain, secure] = await Promise.all([listening(app), listening(app, { isSecure: true })]);
  authority.challengePort = plain.port;
  const { domains } = app.runtime;
  context = {
    sql: world.sql,
    mailer: { deliver: async () => {}, close: () => {} },
    log: silentLog,
    siteUrlOf: app.tools.siteUrlOf,
    t: (_, __, key) => key,
    domains: {
      ...domains,
      authority: createAcmeAuthority({
        directoryUrl: authority.directoryUrl,
        email: 'ops@stoa.test',
        accountKeys: accountKeysOf(world.sql, domains.encryption, authority.directoryUrl),
        pollMs: 10,
      }),
      probe: probeAt(secure.port),
    },
  };
});
afterAll(async () => {
  names.close();
  await Promise.all([authority.close(), plain.close(), secure.close()]);
  await app.close();
  await world.close();
});
beforeEach(async () => {
  await world.sql.query('delete from public.domain_claims');
  await app.runtime.cachesInvalidated();
  names.zone.clear();
  for (const slug of ['demo', 'atelier']) names.zone.set(`${slug}.${BASE}`, { A: ['127.0.0.1'] });
  Object.assign(authority, { days: 90, refusal: null });
  authority.issued.length = 0;
});

function probeAt(port: number) {
  return createDomainProbe({ port, authorities: [authority.certificate], mayReach: () => true });
}

type Claim = {
  id: string;
  token: string;
  state: string;
  problem: string | null;
  detail: string;
  records: { kind: string; name: string; expected: string; found: string[]; isRight: boolean }[];
  next_check_at: Date | null;
  certificate_until: Date | null;
};
async function claim(domain: string, host = 'demo', as: Person = 'owner'): Promise<Claim> {
  const response = await app.call('/api/domains', { host: `${host}.${BASE}`, method: 'POST', as, body: { domain } });
  expect(response.status).toBe(201);
  return claimOf(((await response.json()) as { id: string }).id);
}
async function claimOf(id: string): Promise<Claim> {
  const [row] = await world.sql.query<Claim>('select * from public.domain_claims where id = $1', [id]);
  if (!row) throw new Error('The claim is gone.');
  return row;
}
/** Looks at a claim as the clock would when its time has come. */
async function look(id: string, more: Partial<JobContext['domains']> = {}): Promise<Claim> {
  await world.sql.query('update public.domain_claims set next_check_at = now() where id = $1', [id]);
  const domains = { ...context.domains, ...more } as NonNullable<JobContext['domains']>;
  await schedules[0]?.run({ ...context, domains });
  await app.runtime.cachesInvalidated();
  return claimOf(id);
}
/** Sets both records of a domain as its owner would. */
function point(domain: string, token: string, home = `demo.${BASE}`): void {
  names.zone.set(domain, { CNAME: [home] });
  names.zone.set(`_stoa.${domain}`, { TXT: ['v=spf1 -all', `stoa-domain=${token}`] });
}
async function opened(domain: string, host = 'demo', as: Person = 'owner'): Promise<Claim> {
  const created = await claim(domain, host, as);
  point(domain, created.token, `${host}.${BASE}`);
  const live = await look(created.id);
  expect(live).toMatchObject({ state: 'live', problem: null, detail: '' });
  return live;
}

type Found = { status: number; location: string | undefined; text: string; serial: string };
function visit(domain: string, path = '/menus', isSecure = true): Promise<Found> {
  const send = isSecure ? askSecure : askPlain;
  return new Promise((resolve, reject) => {
    const asking = send(
      {
        host: '127.0.0.1',
        port: isSecure ? secure.port : plain.port,
        path,
        servername: domain,
        headers: { host: domain },
        ca: authority.certificate,
        agent: false,
      },
      (response) => {
        const socket = response.socket as Partial<import('node:tls').TLSSocket>;
        const serial = socket.getPeerCertificate?.().serialNumber ?? '';
        let text = '';
        response.on('data', (chunk: Buffer) => {
          text += chunk.toString();
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, location: response.headers.location, text, serial }),
        );
      },
    );
    asking.on('error', reject);
    asking.end();
  });
}

describe('a domain goes from asked for to live', () => {
  test('one proof after the other, and says which record is wrong', async () => {
    const { id, token } = await claim('Learn.School.Test.');
    expect(await look(id)).toMatchObject({ state: 'pending', problem: 'records' });

    names.zone.set('learn.school.test', { A: ['203.0.113.7'] });
    names.zone.set('_stoa.learn.school.test', { TXT: ['stoa-domain=somebody-elses'] });
    expect((await look(id)).records).toEqual([
      {
        kind: 'TXT',
        name: '_stoa.learn.school.test',
        expected: `stoa-domain=${token}`,
        found: ['stoa-domain=somebody-elses'],
        isRight: false,
      },
      {
        kind: 'CNAME',
        name: 'learn.school.test',
        expected: `demo.${BASE}`,
        found: ['203.0.113.7'],
        isRight: false,
      },
    ]);

    point('learn.school.test', token);
    authority.refusal = 'This name is on a list.';
    const proved = await look(id);
    expect(proved).toMatchObject({ state: 'dns_ok', problem: 'certificate' });
    expect(proved.detail).toContain('This name is on a list.');
    expect(proved.records.map((record) => record.isRight)).toEqual([true, true]);
    await expect(visit('learn.school.test')).rejects.toThrow();

    authority.refusal = null;
    const certified = await look(id, { probe: probeAt(1) });
    expect(certified).toMatchObject({ state: 'certificate_ok', problem: 'https' });
    expect(certified.certificate_until).toBeInstanceOf(Date);
    expect(authority.asked.at(-1)).toBe('http://learn.school.test/.well-known/acme-challenge/');

    expect(await look(id)).toMatchObject({ state: 'live', problem: null, detail: '' });
    expect(authority.issued).toEqual(['learn.school.test']);
    expect(await visit('learn.school.test')).toMatchObject({ status: 200 });
    expect((await visit('learn.school.test')).text).toContain('"account":"demo"');
    const config = JSON.parse((await visit('learn.school.test', '/api/config')).text);
    expect(config.account).toMatchObject({ slug: 'demo', domain: 'learn.school.test' });
    // The slug goes on answering.
    expect((await app.call('/menus', { host: `demo.${BASE}` })).status).toBe(200);
  });

  test('by addresses, where the name can have no alias', async () => {
    const { id, token } = await claim('school.test');
    names.zone.set('school.test', { A: ['127.0.0.1'] });
    names.zone.set('_stoa.school.test', { TXT: [`stoa-domain=${token}`] });
    expect(await look(id)).toMatchObject({ state: 'live' });
  });

  test('at once when it is asked for, through the queue', async () => {
    const { id, token } = await claim('now.school.test');
    point('now.school.test', token);
    const [row] = await world.sql.query<{ payload: { claim_id: string } }>(
      `delete from private.outbox where queue = 'domain-check' and payload ->> 'claim_id' = $1 returning payload`,
      [id],
    );
    await jobs[0]?.handle(context, row?.payload ?? {});
    expect((await claimOf(id)).state).toBe('live');
  });

  test('with somebody else’s certificate, where a proxy shows it', async () => {
    const first = await opened('proxied.school.test');
    await world.sql.query(`update public.domain_claims set state = 'dns_ok', certificate_until = null where id = $1`, [
      first.id,
    ]);
    const displayed = async () => new Date('2030-01-01T00:00:00Z');
    const visible = await look(first.id, { authority: null, probe: displayed });
    expect(visible).toMatchObject({ state: 'live', certificate_until: new Date('2030-01-01T00:00:00Z') });
  });

  test('ever more seldom while it is wrong, and not for ever', async () => {
    const { id } = await claim('never.school.test');
    const pauses: number[] = [];
    for (let count = 0; count < 4; count++) {
      const { next_check_at } = await look(id);
      pauses.push(Math.round(((next_check_at?.getTime() ?? 0) - Date.now()) / 60_000));
    }
    expect(pauses).toEqual([1, 2, 4, 8]);
    await world.sql.query(`update public.domain_claims set asked_at = now() - interval '31 days' where id = $1`, [id]);
    expect(await look(id)).toMatchObject({ problem: 'given_up', next_check_at: null });
  });

  test('nothing is held against it while no name server answers', async () => {
    const { id } = await opened('quiet.school.test');
    const missing = async () => {
      throw Object.assign(new Error('timeout'), { code: 'ETIMEOUT' });
    };
    const records = { textsOf: missing, aliasesOf: missing, addressesOf: missing };
    expect(await look(id, { records })).toMatchObject({ state: 'live', problem: null });
  });
});

describe('whose a domain is', () => {
  test.each([BASE, `demo.${BASE}`, `new.${BASE}`, `Deep.er.${BASE}.`])('%s is nobody’s to claim', async (domain) => {
    const response = await app.call('/api/domains', {
      host: `demo.${BASE}`,
      method: 'POST',
      as: 'owner',
      body: { domain },
    });
    expect(response.status).toBe(422);
    expect(await world.sql.query('select from public.domain_claims')).toEqual([]);
  });

  test('a second claimant waits while its holder still proves it, and has it when only they do', async () => {
    const holder = await opened('shared.school.test');
    const second = await claim('shared.school.test', 'atelier', 'atelierOwner');
    expect(second.token).not.toBe(holder.token);
    expect(await look(second.id)).toMatchObject({ state: 'pending', problem: 'records' });

    names.zone.set('shared.school.test', { CNAME: [`atelier.${BASE}`] });
    names.zone.set('_stoa.shared.school.test', {
      TXT: [`stoa-domain=${holder.token}`, `stoa-domain=${second.token}`],
    });
    expect(await look(second.id)).toMatchObject({ state: 'pending', problem: 'taken' });
    expect((await visit('shared.school.test')).text).toContain('"account":"demo"');

    names.zone.set('_stoa.shared.school.test', { TXT: [`stoa-domain=${second.token}`] });
    expect(await look(second.id)).toMatchObject({ state: 'live' });
    expect(await claimOf(holder.id)).toMatchObject({ state: 'pending', problem: 'reclaimed', certificate_until: null });
    expect((await visit('shared.school.test')).text).toContain('"account":"atelier"');
    const accounts = await world.sql.query('select slug, domain from public.accounts where domain is not null');
    expect(accounts).toEqual([{ slug: 'atelier', domain: 'shared.school.test' }]);
  });

  test('a domain that is removed stops answering at once; who claims it again proves it again', async () => {
    const { id, token } = await opened('gone.school.test');
    expect((await visit('gone.school.test')).status).toBe(200);
    const removed = await app.call('/rest/v1/rpc/remove_domain', {
      host: `demo.${BASE}`,
      method: 'POST',
      as: 'owner',
      body: { account_id: world.demo, claim_id: id },
    });
    expect(removed.status).toBe(204);
    await expect(visit('gone.school.test')).rejects.toThrow();
    const response = await visit('gone.school.test', '/menus', false);
    expect(response.status).toBe(404);
    expect(response.text).not.toContain('"account"');
    expect(await world.sql.query('select from private.domain_certificates')).toEqual([]);
    const again = await claim('gone.school.test');
    expect(again.token).not.toBe(token);
    expect(await look(again.id)).toMatchObject({ state: 'pending', problem: 'records' });
  });

  test('a suspended account’s domain answers nobody', async () => {
    await opened('closed.school.test');
    await world.sql.query(`update public.accounts set status = 'suspended' where account_id = $1`, [world.demo]);
    await app.runtime.cachesInvalidated();
    await expect(visit('closed.school.test')).rejects.toThrow();
    await world.sql.query(`update public.accounts set status = 'active' where account_id = $1`, [world.demo]);
    await app.runtime.cachesInvalidated();
    expect((await visit('closed.school.test')).status).toBe(200);
  });
});

describe('a certificate', () => {
  test('is renewed before it ends, and the new one is shown', async () => {
    authority.days = 29;
    const { id } = await opened('renew.school.test');
    const first = await visit('renew.school.test');
    authority.days = 90;
    await look(id);
    expect(authority.issued).toEqual(['renew.school.test', 'renew.school.test']);
    expect((await visit('renew.school.test')).serial).not.toBe(first.serial);
    await look(id);
    expect(authority.issued).toHaveLength(2);
  });

  test('goes on being shown where its renewal fails', async () => {
    authority.days = 29;
    const { id } = await opened('late.school.test');
    authority.refusal = 'Too many certificates.';
    expect(await look(id)).toMatchObject({ state: 'live', problem: 'certificate' });
    expect((await visit('late.school.test')).status).toBe(200);
  });

  test('lies in the database with its key sealed; questions of the authority are taken away again', async () => {
    await opened('sealed.school.test');
    const [row] = await world.sql.query<{ sealed_key: string; chain: string }>(
      'select * from private.domain_certificates',
    );
    expect(row?.chain).toContain('BEGIN CERTIFICATE');
    expect(row?.sealed_key).toMatch(/^v1\./);
    expect(app.runtime.domains.encryption.decrypt('sealed.school.test', row?.sealed_key ?? '')).toContain(
      'PRIVATE KEY',
    );
    expect(() => app.runtime.domains.encryption.decrypt('other.school.test', row?.sealed_key ?? '')).toThrow();
    expect(await world.sql.query('select from private.acme_challenges')).toEqual([]);
    const keys = await world.sql.query<{ sealed_key: string }>('select sealed_key from private.acme_accounts');
    expect(keys.map(({ sealed_key }) => sealed_key.slice(0, 3))).toEqual(['v1.']);
    expect(authority.accounts).toBe(1);
  });

  test('is shown for no name but its own', async () => {
    await opened('one.school.test');
    await expect(visit('two.school.test')).rejects.toThrow();
    await expect(visit(`demo.${BASE}`)).rejects.toThrow();
  });
});

describe('where a visitor is led', () => {
  test('from a second domain to the one that names the site', async () => {
    await opened('school.test');
    await opened('www.school.test');
    expect(await visit('www.school.test', '/menus?a=1')).toMatchObject({
      status: 308,
      location: 'https://school.test/menus?a=1',
    });
    expect((await visit('school.test')).status).toBe(200);
  });

  test('from http to https, but a question of the authority is answered', async () => {
    await opened('led.school.test');
    await visit('led.school.test');
    expect(await visit('led.school.test', '/menus', false)).toMatchObject({
      status: 308,
      location: 'https://led.school.test/menus',
    });
    await world.sql.query(
      `insert into private.acme_challenges values ('a-token-of-16-chars', 'led.school.test', 'the answer')`,
    );
    const path = '/.well-known/acme-challenge/a-token-of-16-chars';
    expect(await visit('led.school.test', path, false)).toMatchObject({ status: 200, text: 'the answer' });
    expect((await visit('other.school.test', path, false)).status).toBe(404);
  });
});
