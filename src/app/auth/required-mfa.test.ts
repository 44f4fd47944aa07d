import { QueryClient } from '@tanstack/react-query';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberKeys, type OwnRole, readMembership } from '#base/browser/member.ts';
import type { Db } from '#base/shared/db-client.ts';
import { owesSecondStepQuery, requireSecondStep } from '#features/platform/members/second-step/data.ts';
import { type AppWorld, openApp } from '#tests/db/app-world.ts';
import { signedInClient } from '#tests/db/official-client.ts';
import { openWorld, type World } from '#tests/db/world.ts';

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

const OWNER = 'owner@demo.test';

/** Sets up an authenticator app, as the profile does: the session is of two factors from then on. */
async function setUpApp(client: Db, host: 'demo' | 'platform' = 'demo'): Promise<void> {
  const { data: kept } = await client.auth.getSession();
  await app.confirm(kept.session?.access_token ?? '', host);
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' });
  if (error) throw error;
  const verified = await client.auth.mfa.challengeAndVerify({
    factorId: data.id,
    code: generateSync({ secret: data.totp.secret }),
  });
  expect(verified.error).toBeNull();
}

async function roleOf(client: Db): Promise<OwnRole | undefined> {
  const queries = new QueryClient();
  const { data } = await client.auth.getUser();
  const own = await readMembership(queries, client, world.demo, data.user?.id ?? '');
  return queries.getQueryData<OwnRole>(memberKeys.role(world.demo, own?.role_id));
}
const membersSeen = async (client: Db) =>
  (await client.from('members').select('id').eq('account_id', world.demo)).data?.length ?? 0;

test('a team that needs a second step holds its rights from the moment it was shown', async () => {
  const owner = (await signedInClient(app, OWNER)) as Db;
  await expect(requireSecondStep(owner, world.demo, true)).rejects.toThrow(/two-factor authentication/);
  const instructor = (await signedInClient(app, 'instructor@demo.test')) as Db;
  await setUpApp(owner);
  await requireSecondStep(owner, world.demo, true);
  expect(await roleOf(owner)).toMatchObject({ kind: 'owner', needsSecondFactor: false });
  expect(await membersSeen(owner)).toBeGreaterThan(1);

  expect(await membersSeen(instructor)).toBe(1);
  expect(await roleOf(instructor)).toMatchObject({ kind: 'instructor', caps: [], needsSecondFactor: true });
  await setUpApp(instructor);
  expect(await membersSeen(instructor)).toBeGreaterThan(1);
  expect((await roleOf(instructor))?.caps).toContain('edit_posts');
  // The next sign-in begins anew, with the password alone.
  expect(await membersSeen((await signedInClient(app, 'instructor@demo.test')) as Db)).toBe(0);
});

test('who runs the platform needs one where the platform does', async () => {
  const [admin, owner] = [
    (await signedInClient(app, 'admin@stoa.test', 'platform')) as Db,
    (await signedInClient(app, 'owner@atelier.test', 'platform')) as Db,
  ];
  await expect(requireSecondStep(admin, world.platform, true)).rejects.toThrow(/two-factor authentication/);
  // As if another of those who run the platform had switched it on.
  await world.sql.query('update public.accounts set needs_second_step = true where account_id = $1', [world.platform]);
  const owes = (client: Db) => new QueryClient().fetchQuery(owesSecondStepQuery(client, null));
  expect([await owes(admin), await owes(owner)]).toEqual([true, false]);
  expect((await admin.rpc('is_super_admin')).data).toBe(false);
  await setUpApp(admin, 'platform');
  expect(await owes(admin)).toBe(false);
  expect((await admin.rpc('is_super_admin')).data).toBe(true);
  await requireSecondStep(admin, world.platform, false);
});
