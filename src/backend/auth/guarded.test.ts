import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sql } from '#base/server/database.ts';
import { call, openWireWorld, PASSWORD, type WireWorld } from './wire-world.ts';

let world: WireWorld;
beforeAll(async () => {
  world = await openWireWorld((database) => database.asService());
});
afterAll(() => world.close());

/** The same database, and every statement that went through it. */
function recorded(sql: Sql): { sql: Sql; statements: string[] } {
  const statements: string[] = [];
  const around = (door: Sql): Sql => ({
    ...door,
    query: (text, values) => {
      statements.push(text);
      return door.query(text, values);
    },
    transaction: (work) => door.transaction((tx) => work(around(tx))),
  });
  return { sql: around(sql), statements };
}

describe('the guarded service', () => {
  it('does the same work for somebody and nobody until it has answered', async () => {
    const known = world.newAddress();
    await world.client().auth.signUp({ email: known, password: PASSWORD });
    const { sql, statements } = recorded(world.sql);
    const service = world.serve({ sql, guardAddresses: true, mailerAutoconfirm: false });
    const work = async (path: string, email: string, more: object) => {
      // What is left of the call before is done when nothing waits.
      for (;;) {
        const left = await world.sql.query('select from auth.deferred_requests');
        if (left.length === 0) break;
      }
      statements.length = 0;
      const { status } = await call(service, 'POST', path, { email, ...more });
      return { status, statements: [...statements] };
    };
    for (const [path, more] of [
      ['/signup', { password: PASSWORD }],
      ['/recover', {}],
      ['/otp', { create_user: false }],
      ['/resend', { type: 'signup' }],
    ] as const) {
      const forSomebody = await work(path, known, more);
      const forNobody = await work(path, world.newAddress(), more);
      expect([path, forNobody]).toEqual([path, forSomebody]);
      expect([path, forSomebody.status, forSomebody.statements.length]).toEqual([path, 200, 1]);
    }
  });

  it('is off where nobody asks for it: the published service works at once and says who has no confirmed address', async () => {
    const email = world.newAddress();
    const service = world.serve({ mailerAutoconfirm: false });
    const before = world.mails.length;
    await call(service, 'POST', '/signup', { email, password: PASSWORD });
    expect(world.mails.slice(before).map(({ to, kind }) => [to, kind])).toEqual([[email, 'confirmation']]);
    const { body } = await call(service, 'POST', '/token?grant_type=password', { email, password: PASSWORD });
    expect(body).toMatchObject({ code: 'email_not_confirmed' });
    const unknown = await call(service, 'POST', '/otp', { email: world.newAddress(), create_user: false });
    expect(unknown.status).toBe(422);
  });
});
