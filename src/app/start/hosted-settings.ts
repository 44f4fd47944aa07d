import type { Sql } from '#base/server/database.ts';
import type { Log } from '#base/server/log.ts';

const TIMEOUT_MS = 5_000;

/** Settings that `GET /auth/v1/settings` of a hosted backend must not have on, and the variable that turns them off. */
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
  const values = typeof settings === 'object' && settings !== null ? (settings as Record<string, unknown>) : {};
  return wrong.filter(([setting]) => values[setting] === true).map(([, sentence]) => sentence);
}

/** Stores whether the backend is hosted elsewhere, and warns of unsafe settings there. */
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
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(`${backendUrl}/auth/v1/settings`, { headers: { apikey: anonKey }, signal });
    if (!response.ok) throw new Error(`It answered ${response.status}.`);
    for (const sentence of wrongSettings(await response.json())) log.warn({}, sentence);
  } catch (error) {
    log.warn(
      { err: error },
      'The settings of the hosted backend could not be read: see "On a hosted backend" in docs/backend.md.',
    );
  }
}
