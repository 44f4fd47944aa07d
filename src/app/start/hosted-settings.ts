import type { Sql } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';

const PATIENCE_MS = 5_000;

/** What `GET /auth/v1/settings` of a hosted backend must not say, and the variable that sets it right. */
const wrong: readonly (readonly [setting: string, sentence: string])[] = [
  [
    'mailer_autoconfirm',
    'The backend takes addresses that nobody has proved to be theirs: set GOTRUE_MAILER_AUTOCONFIRM=false there.',
  ],
  [
    'phone_autoconfirm',
    'The backend takes numbers that nobody has proved to be theirs: set GOTRUE_SMS_AUTOCONFIRM=false there.',
  ],
];

/** Which settings of a hosted backend weaken what the product promises: a sentence for each. */
export function wrongSettings(settings: unknown): string[] {
  const said = typeof settings === 'object' && settings !== null ? (settings as Record<string, unknown>) : {};
  return wrong.filter(([setting]) => said[setting] === true).map(([, sentence]) => sentence);
}

/** Notes for the database whether the services are hosted elsewhere, and warns of what is set wrong there. */
export async function checkHostedBackend(options: {
  sql: Sql;
  log: Log;
  /** Empty where the services are our own. */
  backendUrl: string;
  anonKey: string;
}): Promise<void> {
  const { sql, log, backendUrl, anonKey } = options;
  await sql.query(
    `insert into private.backend_kind (is_hosted) values ($1)
     on conflict (is_only_row) do update set is_hosted = excluded.is_hosted`,
    [backendUrl !== ''],
  );
  if (!backendUrl) return;
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await fetch(`${backendUrl}/auth/v1/settings`, { headers: { apikey: anonKey }, signal });
    if (!answer.ok) throw new Error(`It answered ${answer.status}.`);
    for (const sentence of wrongSettings(await answer.json())) log.warn({}, sentence);
  } catch (error) {
    log.warn(
      { err: error },
      'The settings of the hosted backend could not be read: see "On a hosted backend" in docs/backend.md.',
    );
  }
}
