import { expect } from 'vitest';
import type { AuthMail } from '#backend/auth/auth-options.ts';
import { type ClientOptions, PASSWORD, type WireWorld } from '#tests/db/auth-wire.ts';

/** Somebody signed up, with the client they used. For tests. */
export async function signUpSomebody(world: WireWorld, options?: ClientOptions) {
  const email = world.newAddress();
  const client = world.client(options);
  const { data } = await client.auth.signUp({ email, password: PASSWORD, options: { data: { name: 'Ada' } } });
  if (!data.session || !data.user) throw new Error('The sign-up answered no session.');
  return { email, client, session: data.session, user: data.user };
}

/** The newest mail with its link taken apart. */
export function lastMail(world: WireWorld): AuthMail & { link: URL; hash: string } {
  const mail = world.mails.at(-1);
  if (!mail) throw new Error('Nothing was mailed.');
  const link = new URL(mail.url);
  return { ...mail, link, hash: link.searchParams.get('token') ?? '' };
}

/** Opens a mail's link as a browser does and answers where it leads. */
export async function openLink(world: WireWorld, link: URL | string, service = world.serve()): Promise<URL> {
  const response = await service(new Request(link));
  expect(response.status).toBe(303);
  return new URL(response.headers.get('location') ?? '');
}

export function fragmentOf(url: URL): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(url.hash.slice(1)));
}
