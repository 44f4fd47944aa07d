import { createClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { dataOf, maybeDataOf } from './db-client.ts';

describe('the data of an answer', () => {
  const denied = { data: null, error: { message: 'permission denied for table orders', code: '42501' } };

  test('is what the backend sent', () => {
    expect(dataOf({ data: [{ id: 1 }], error: null })).toEqual([{ id: 1 }]);
    expect(dataOf({ data: 0, error: null })).toBe(0);
    expect(maybeDataOf({ data: null, error: null })).toBeNull();
  });

  test('is no row where it was asked for by a sign that no row can hold', () => {
    const unholdable = {
      data: null,
      error: { message: 'invalid byte sequence for encoding "UTF8": 0x00', code: '22021' },
    };
    expect(maybeDataOf(unholdable)).toBeNull();
    expect(() => dataOf(unholdable)).toThrow('invalid byte sequence');
  });

  test('throws the backend’s own message, or that there is none', () => {
    expect(() => dataOf(denied)).toThrow('permission denied for table orders');
    expect(() => maybeDataOf(denied)).toThrow('permission denied for table orders');
    expect(() => dataOf({ data: null, error: null })).toThrow('Undefined data');
    expect(() => dataOf({ data: undefined, error: null })).toThrow('Undefined data');
  });
});

/** The published client's behaviour with our responses (specification, sections 8 and 9: it is used unmodified). */
describe('the client of the wire', () => {
  function clientWith(statuses: number[]) {
    const sent: number[] = [];
    const client = createClient('http://demo.localhost', 'key', {
      auth: { persistSession: false, autoRefreshToken: false },
      global: {
        fetch: async () => {
          const status = statuses[sent.length] ?? 200;
          sent.push(status);
          const user = { id: '00000000-0000-4000-8000-000000000001', aud: 'authenticated' };
          const body = { access_token: 'a.b.c', refresh_token: 'next', expires_in: 900, token_type: 'bearer', user };
          return Response.json(status === 200 ? body : {}, { status });
        },
      },
    });
    return { client, sent };
  }

  test.each([502, 503, 504])('tries a refresh again after a %i, and gets through', async (status) => {
    const { client, sent } = clientWith([status, status]);
    const { data, error } = await client.auth.refreshSession({ refresh_token: 'first' });
    expect(error).toBeNull();
    expect([sent, data.session?.refresh_token]).toEqual([[status, status, 200], 'next']);
  });

  test('does not retry a rejected request', async () => {
    const { client, sent } = clientWith([400]);
    expect((await client.auth.refreshSession({ refresh_token: 'first' })).error).not.toBeNull();
    expect(sent).toEqual([400]);
  });

  test('says that there is no session where there is none', async () => {
    const { client, sent } = clientWith([]);
    expect((await client.auth.getUser()).error?.message).toBe('Auth session missing!');
    expect((await client.auth.updateUser({ password: 'a long enough password' })).error?.message).toBe(
      'Auth session missing!',
    );
    expect(sent).toEqual([]);
  });
});
