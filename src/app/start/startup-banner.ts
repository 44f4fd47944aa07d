import type { Environment } from '#base/server/environment.ts';
import { DEMO_PASSWORD } from '#base/server/seeding.ts';

export type AdminLink = { email: string; path: string };

/** Printed when the server is ready: its addresses and, with the demo, how to sign in. */
export function startupBanner(environment: Environment, port: number, adminLinks: readonly AdminLink[] = []): string {
  const at = (host: string) => `http://${host}${port === 80 ? '' : `:${port}`}`;
  const base = environment.BASE_DOMAIN;
  const lines = ['', 'Stoa is ready.', '', `  Platform       ${at(base)}`];
  if (environment.SEED !== 'none') {
    lines.push(
      `  Lumen Academy  ${at(`demo.${base}`)}`,
      `  Atelier        ${at(`atelier.${base}`)}`,
      '',
      `  Sign in with the password ${DEMO_PASSWORD} as`,
      '    admin@stoa.test, owner@demo.test, owner@atelier.test            on the platform',
      '    owner@demo.test, instructor@demo.test, student@demo.test,',
      '    parent@demo.test, member@demo.test                              on Lumen Academy',
      '    owner@atelier.test, student@atelier.test                        on Atelier',
    );
  } else if (!environment.SUPER_ADMIN_EMAILS?.length) {
    lines.push(
      '',
      '  Nobody runs this platform yet: npm run admin:create you@example.org makes the first super-admin.',
    );
  }
  if (adminLinks.length > 0) {
    lines.push(
      '',
      '  Nobody has proved these addresses yet. Each link sets the password of its login, once, within a day:',
    );
    for (const { email, path } of adminLinks) lines.push(`    ${email}  ${at(base)}${path}`);
  }
  return `${lines.join('\n')}\n\n`;
}
