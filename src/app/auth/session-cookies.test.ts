import { describe, expect, test } from 'vitest';
import { sessionCookies, sessionTextOf, tokenOfCookies } from './session-cookies.ts';

const LONGEST = 3_180;
const session = (length: number) => ({ access_token: 'token', padding: 'ü'.repeat(length) });
const textOf = (line: string) => line.slice(line.indexOf('=') + 1, line.indexOf(';'));
const requestOf = (origin: string, cookie: string) => new Request(origin, { headers: { cookie } });

describe('the cookies of a session', () => {
  test.each([
    ['short', 10, 1],
    ['long', 3_000, 3],
    ['very long', 9_000, 8],
  ])('a %s one comes in pieces of at most 3180 characters and is read back', (_, length, pieces) => {
    const lines = sessionCookies(session(length), 'https://demo.test');
    expect(lines).toHaveLength(pieces);
    for (const line of lines) expect(textOf(line).length).toBeLessThanOrEqual(LONGEST);
    const sent = lines.map((line) => line.slice(0, line.indexOf(';'))).reverse();
    const request = requestOf('https://demo.test', ['theme=dark', ...sent].join('; '));
    expect(tokenOfCookies(request)).toBe('token');
    expect(sessionTextOf(request)).toMatch(/^base64-/);
  });

  test.each([
    ['https://demo.test', /^__Host-sb-stoa-auth-token=base64-/, '; Path=/; Max-Age=31536000000; SameSite=Lax; Secure'],
    ['http://demo.localhost', /^sb-stoa-auth-token=base64-/, '; Path=/; Max-Age=31536000000; SameSite=Lax'],
  ])('on %s are of this host alone, for the age of the specification', (origin, name, attributes) => {
    const [line = ''] = sessionCookies(session(1), origin);
    expect(line.slice(line.indexOf(';'))).toBe(attributes);
    expect(line).toMatch(name);
  });

  test('a cookie that a neighbour planted signs nobody in where the host is https', () => {
    const [planted = ''] = sessionCookies(session(1), 'http://demo.localhost');
    const cookie = planted.slice(0, planted.indexOf(';'));
    expect(tokenOfCookies(requestOf('http://demo.localhost', cookie))).toBe('token');
    expect(tokenOfCookies(requestOf('https://demo.test', cookie))).toBeNull();
    expect(tokenOfCookies(requestOf('http://demo.localhost', `${cookie}; ${cookie}`))).toBeNull();
  });
});
