import { describe, expect, test } from 'vitest';
import { sessionCookieOf, sessionCookies, tokenOfCookies } from './session-cookies.ts';

const LONGEST = 3_180;
const session = (length: number) => ({ access_token: 'token', padding: 'ü'.repeat(length) });
const textOf = (line: string) => line.slice(line.indexOf('=') + 1, line.indexOf(';'));

describe('the cookies of a session', () => {
  test.each([
    ['short', 10, 1],
    ['long', 3_000, 3],
    ['very long', 9_000, 8],
  ])('a %s one comes in pieces of at most 3180 characters and is read back', (_, length, pieces) => {
    const lines = sessionCookies(session(length), true);
    expect(lines).toHaveLength(pieces);
    for (const line of lines) expect(textOf(line).length).toBeLessThanOrEqual(LONGEST);
    const sent = lines.map((line) => line.slice(0, line.indexOf(';'))).reverse();
    expect(tokenOfCookies(['theme=dark', ...sent].join('; '))).toBe('token');
    expect(sessionCookieOf(sent.join('; '))).toMatch(/^base64-/);
  });

  test.each([
    [true, '; Path=/; Max-Age=31536000000; SameSite=Lax; Secure'],
    [false, '; Path=/; Max-Age=31536000000; SameSite=Lax'],
  ])('are of this host alone, for the age of the specification (secure: %s)', (isSecure, attributes) => {
    const [line = ''] = sessionCookies(session(1), isSecure);
    expect(line.slice(line.indexOf(';'))).toBe(attributes);
    expect(line).toMatch(/^sb-stoa-auth-token=base64-/);
  });
});
