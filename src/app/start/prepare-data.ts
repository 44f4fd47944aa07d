import type { Sql } from '#base/server/database.ts';
import type { Handler } from '#base/server/http.ts';
import type { StartStep } from '#base/server/start-steps.ts';
import { paths } from '#paths';
import { checkHostedBackend } from './hosted-settings.ts';
import type { Runtime } from './runtime.ts';
import type { AdminLink } from './startup-banner.ts';

/** Rows that a start writes before anybody could sign in and do so: the demo, and the super-admins. */
export async function prepareData(runtime: Runtime, fetch: Handler, step: StartStep): Promise<AdminLink[]> {
  const sql = runtime.database.asService();
  if (runtime.environment.SEED !== 'none') await seedOnce(sql, runtime, fetch, step);
  const { ROLE, SUPER_ADMIN_EMAILS = [] } = runtime.environment;
  await checkHostedBackend({
    sql,
    log: runtime.log,
    backendUrl: runtime.hostedBackendUrl,
    anonKey: runtime.keys.anon_key,
  });
  await addSuperAdmins(sql, SUPER_ADMIN_EMAILS);
  return ROLE === 'worker' ? [] : createAdminLinks(sql, SUPER_ADMIN_EMAILS);
}

/** Imports the seeds, and the libraries they generate pictures with, only where there is something to seed. */
async function seedOnce(sql: Sql, { environment, keys }: Runtime, fetch: Handler, step: StartStep): Promise<void> {
  if ((await sql.query("select from private.seeds where name = 'demo'")).length > 0) return;
  const { seedDemo } = await import('./seed.ts');
  const { BACKEND_URL, BASE_DOMAIN } = environment;
  // A hosted backend is reached directly, our own through the pipeline.
  const services = BACKEND_URL
    ? { fetch: (request: Request) => globalThis.fetch(request), origin: BACKEND_URL }
    : { fetch, origin: `http://${BASE_DOMAIN}` };
  await step('Seed the demo', () => seedDemo({ sql, keys, ...services }));
}

async function createAdminLinks(sql: Sql, emails: readonly string[]): Promise<AdminLink[]> {
  const links: AdminLink[] = [];
  for (const email of emails) {
    const [row] = await sql.query<{ code: string | null }>('select private.make_admin_link(lower($1)) as code', [
      email,
    ]);
    if (row?.code) links.push({ email, path: paths.setUpLogin(row.code) });
  }
  return links;
}

async function addSuperAdmins(sql: Sql, emails: readonly string[]): Promise<void> {
  for (const email of emails) {
    await sql.query('insert into private.super_admins (email) values (lower($1)) on conflict do nothing', [email]);
  }
}
