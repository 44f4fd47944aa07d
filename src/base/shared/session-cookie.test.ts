import { describe, expect, test } from 'vitest';
import { mayHoldSession, sessionCookieNames, sessionCookieOf, sessionTextIn } from './session-cookie.ts';

const PLAIN = 'sb-stoa-auth-token';
const HOST = `__Host-${PLAIN}`;

describe('the cookie of a session', () => {
  test.each([
    ['https:', HOST],
    ['http:', PLAIN],
  ])('on %s is named %s', (protocol, name) => {
    expect(sessionCookieOf(protocol)).toBe(name);
    expect(mayHoldSession(`theme=dark; ${name}=x`)).toBe(true);
    expect(sessionCookieNames(protocol)).toEqual(expect.arrayContaining([name, `${name}.0`, `${name}.7`, PLAIN]));
  });

  test.each([
    ['https:', 'the one with the prefix', `${HOST}=own`, 'own'],
    ['https:', 'its pieces in any order', `${HOST}.1=b; ${HOST}.0=a`, 'ab'],
    ['https:', 'not the plain one, which a neighbour may have set', `${PLAIN}=planted`, ''],
    ['https:', 'not the plain one beside it', `${PLAIN}=planted; ${HOST}=own; ${PLAIN}=again`, 'own'],
    ['https:', 'none of two with one name', `${HOST}=a; ${HOST}=b`, ''],
    ['http:', 'the plain one', `lang=en; ${PLAIN}=own`, 'own'],
    ['http:', 'the pieces of the plain one', `${PLAIN}.0=a;${PLAIN}.1=b`, 'ab'],
    ['http:', 'the one with the prefix too, and first', `${PLAIN}=planted; ${HOST}=own`, 'own'],
    ['http:', 'none of two with one name', `${PLAIN}=own; ${PLAIN}=planted`, ''],
    ['http:', 'none where a piece is there twice', `${PLAIN}.0=a; ${PLAIN}.1=b; ${PLAIN}.1=c`, ''],
    ['http:', 'not one of another name', `x${PLAIN}=x; ${PLAIN}x=y`, ''],
  ])('on %s: %s', (protocol, _, cookies, text) => {
    expect(sessionTextIn(cookies, protocol)).toBe(text);
  });
});
