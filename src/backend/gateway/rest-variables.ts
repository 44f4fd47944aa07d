import { type RestSettings, readSettings } from '#backend/rest/settings.ts';
import { unusable, type Variables } from './variables.ts';

const FLAGS = ['DB_PLAN_ENABLED', 'DB_AGGREGATES_ENABLED', 'OPENAPI_SECURITY_ACTIVE', 'SERVER_TIMING_ENABLED'];
const TEXTS = ['DB_SCHEMAS', 'DB_EXTRA_SEARCH_PATH', 'DB_ANON_ROLE', 'DB_ROOT_SPEC', 'SERVER_TRACE_HEADER'];
const TX_ENDS = ['commit', 'commit-allow-override', 'rollback', 'rollback-allow-override'] as const;
const OPENAPI_MODES = ['follow-privileges', 'ignore-privileges', 'disabled'] as const;
const FUNCTION = /^[^\s.();,]{1,63}(\.[^\s.();,]{1,63})?$/;

export type RestVariables = Partial<RestSettings> & {
  basePath: string;
  isConfiguredInDatabase: boolean;
  poolSize: number | undefined;
};

/**
 * Reads PostgREST's variables as settings of the data service.
 * Source: https://docs.postgrest.org/en/stable/references/configuration.html
 * @throws {StartError} naming the variable.
 */
export function readRestVariables(variables: Variables): RestVariables {
  for (const name of FLAGS) variables.flag(`PGRST_${name}`);
  variables.count('PGRST_DB_MAX_ROWS', 0, 999_999_999);
  variables.oneOf('PGRST_DB_TX_END', TX_ENDS);
  variables.oneOf('PGRST_OPENAPI_MODE', OPENAPI_MODES);
  variables.url('PGRST_OPENAPI_SERVER_PROXY_URI');
  for (const origin of variables.list('PGRST_SERVER_CORS_ALLOWED_ORIGINS') ?? []) {
    if (origin !== '*' && !(URL.canParse(origin) && new URL(origin).origin === origin)) {
      throw unusable('PGRST_SERVER_CORS_ALLOWED_ORIGINS', `${origin} is no origin, such as https://example.org`);
    }
  }
  for (const name of ['PGRST_DB_PRE_REQUEST', 'PGRST_DB_ROOT_SPEC']) {
    const text = variables.text(name);
    if (text !== undefined && !FUNCTION.test(text)) throw unusable(name, 'it must name a function: schema.name');
  }
  const names = [...FLAGS, ...TEXTS, 'DB_MAX_ROWS', 'DB_TX_END', 'DB_PRE_REQUEST', 'OPENAPI_MODE'].concat(
    'OPENAPI_SERVER_PROXY_URI',
    'SERVER_CORS_ALLOWED_ORIGINS',
  );
  const variableNames = [...names.map((name) => `PGRST_${name}`), ...variables.startingWith('PGRST_APP_SETTINGS_')];
  const settings = readSettings(
    Object.fromEntries(
      variableNames.flatMap((name) => {
        const text = variables.text(name);
        return text === undefined ? [] : [[name, text]];
      }),
    ),
  );
  if (settings.corsOrigins?.includes('*')) settings.corsOrigins = null;
  const basePath = variables.text('REST_MOUNT') ?? '/rest/v1';
  if (!/^\/[\w\-./]*$/.test(basePath)) throw unusable('REST_MOUNT', 'it must be a path that begins with /');
  return {
    ...settings,
    basePath,
    isConfiguredInDatabase: variables.flag('PGRST_DB_CONFIG') ?? true,
    poolSize: variables.count('PGRST_DB_POOL', 1, 1_000),
  };
}
