import { expect, test } from 'vitest';
import { removingVerifiers } from './code-verifiers.ts';

/** Cookies with the semantics of `document.cookie`: read all at once, written one by one. */
function jarOf(...names: string[]) {
  const stored = new Map(names.map((name) => [name, 'x']));
  const written: string[] = [];
  return {
    names: () => [...stored.keys()],
    written,
    get cookie() {
      return [...stored].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(text: string) {
      written.push(text);
      if (text.includes('max-age=0')) stored.delete(text.split('=')[0] ?? '');
    },
  };
}

const plain = 'sb-stoa-auth-token';
const protectedName = `__Host-${plain}`;
const verifiers = (name: string) => [
  `${name}-code-verifier`,
  `${name}-flows-code-verifier`,
  `${name}-flow-0a1b2c3d4e-code-verifier`,
];
const others = ['lang', 'sb-other-auth-token-code-verifier', 'my-code-verifier'];

test.each([
  ['a sign-up', '/auth/v1/signup', 200, true],
  ['a code that was typed', '/auth/v1/verify', 200, true],
  ['a password', '/auth/v1/token?grant_type=password', 200, true],
  ['a sign-in that was refused', '/auth/v1/token?grant_type=password', 400, false],
  ['a renewed token', '/auth/v1/token?grant_type=refresh_token', 200, false],
  ['a change of the address, which waits for its link', '/auth/v1/user', 200, false],
])('%s ends what waited for a code: %s %i %s', async (_, path, status, isOver) => {
  for (const name of [plain, protectedName]) {
    const jar = jarOf(`${name}.0`, ...verifiers(name), ...others);
    const send = removingVerifiers(async () => new Response('{}', { status }), jar, name);
    expect((await send(`http://demo.localhost${path}`, { method: 'POST' })).status).toBe(status);
    expect(jar.names()).toEqual([`${name}.0`, ...(isOver ? [] : verifiers(name)), ...others]);
    for (const text of jar.written) expect(/; path=\/; max-age=0(; secure)?$/.test(text)).toBe(true);
    expect(jar.written.every((text) => text.endsWith('; secure') === (name === protectedName))).toBe(true);
  }
});
