import { createChunks, stringToBase64URL } from '@supabase/ssr';
import { describe, expect, test } from 'vitest';
import { sessionCookie, storedSession } from './stored-session.ts';

const NOW = Date.UTC(2026, 5, 1);
const sessionUntil = (seconds: number, name = 'Amélie ✿') => ({
  access_token: 'a.b.c',
  refresh_token: 'r',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: NOW / 1000 + seconds,
  user: { id: 'u', email: 'a@b.test', user_metadata: { name } },
});
const cookiesOf = (session: unknown) =>
  createChunks(sessionCookie, `base64-${stringToBase64URL(JSON.stringify(session))}`).map(
    ({ name, value }) => `${name}=${encodeURIComponent(value)}`,
  );

describe('the session in the cookies, as the official client writes it', () => {
  test('is read with all its letters', () => {
    const session = sessionUntil(3600);
    expect(storedSession(['theme=dark', ...cookiesOf(session), 'lang=ar'].join('; '), NOW)).toEqual(session);
  });

  test('is put together where it was cut', () => {
    const session = sessionUntil(3600, 'x'.repeat(6_000));
    const parts = cookiesOf(session);
    expect(parts.length).toBeGreaterThan(1);
    expect(storedSession(parts.reverse().join('; '), NOW)).toEqual(session);
  });

  test.each([
    ['no cookie at all', '', null],
    ['other cookies', 'theme=dark; lang=ar', null],
    ['one that ended', cookiesOf(sessionUntil(-1))[0], 'over'],
    ['one that ends while a question is on its way', cookiesOf(sessionUntil(5))[0], 'over'],
    ['one that nobody can read', `${sessionCookie}=base64-%%%`, 'over'],
    ['one without a token', cookiesOf({ user: { id: 'u' } })[0], 'over'],
  ])('%s', (_, cookies, expected) => {
    expect(storedSession(cookies ?? '', NOW)).toBe(expected);
  });
});
