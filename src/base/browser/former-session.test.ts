import { createChunks, stringToBase64URL } from '@supabase/ssr';
import { expect, test } from 'vitest';
import { withFormerSession } from './former-session.ts';
import { sessionCookie } from './stored-session.ts';

const cookies = createChunks(
  sessionCookie,
  `base64-${stringToBase64URL(JSON.stringify({ refresh_token: 'former', access_token: 'a.b.c', user: { id: 'u' } }))}`,
)
  .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
  .join('; ');

test.each([
  ['/auth/v1/token?grant_type=password', cookies, 'former'],
  ['/auth/v1/token?grant_type=pkce', cookies, 'former'],
  ['/auth/v1/signup', cookies, 'former'],
  ['/auth/v1/verify', cookies, 'former'],
  ['/auth/v1/passkeys/authentication/verify', cookies, 'former'],
  ['/auth/v1/token?grant_type=refresh_token', cookies, null],
  ['/auth/v1/user', cookies, null],
  ['/rest/v1/members', cookies, null],
  ['/auth/v1/token?grant_type=password', 'theme=dark', null],
])('a call of %s with cookies %.20s names the former session: %s', async (path, cookies, expected) => {
  const sent: Request[] = [];
  const send = withFormerSession(
    async (input, init) => {
      sent.push(new Request(input, init));
      return new Response();
    },
    () => cookies,
  );
  const init = { method: 'POST', headers: { apikey: 'key' } };
  await send(`http://demo.localhost${path}`, init);
  await send(new Request(`http://demo.localhost${path}`, init));
  for (const request of sent)
    expect([request.headers.get('apikey'), request.headers.get('x-former-session')]).toEqual(['key', expected]);
  expect(sent).toHaveLength(2);
});
