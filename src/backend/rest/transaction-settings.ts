import type { LoadedSchema } from './known-schema.ts';
import type { Plan } from './plan.ts';
import type { Preferences } from './preferences.ts';
import { quoted } from './schema-cache.ts';

type Settings = Readonly<Record<string, string>>;

/** Settings shared by all requests of one role and schema, cached until the schema cache is reloaded. */
const cachedSettings = new WeakMap<LoadedSchema, Map<string, Settings>>();

/**
 * Settings of a request's transaction beside role, claims and the request itself; undefined where there are none.
 * Source: https://docs.postgrest.org/en/stable/references/transactions.html#transaction-scoped-settings
 */
export function transactionSettings(
  loaded: LoadedSchema,
  role: string,
  schema: string,
  plan: Plan,
  preferences: Preferences,
  cookie: string | undefined,
): Settings | undefined {
  const base = baseSettings(loaded, role, schema, plan.readsResponse);
  const isPlain = !plan.isReadOnly && !plan.settings && preferences.timezone === null && cookie === undefined;
  if (isPlain) return base === NONE ? undefined : base;
  const settings: Record<string, string> = { ...base, ...plan.settings };
  if (preferences.timezone !== null) settings.timezone = preferences.timezone;
  if (cookie !== undefined) settings['request.cookies'] = JSON.stringify(cookiesOf(cookie));
  if (plan.isReadOnly) settings.transaction_read_only = 'on';
  return settings;
}

const NONE: Settings = {};

/** Hides values a function has set for its session, which would leak into later requests on the connection. */
const NO_RESPONSE: Settings = { 'response.headers': '', 'response.status': '' };

function baseSettings(loaded: LoadedSchema, role: string, schema: string, readsResponse: boolean): Settings {
  let byRole = cachedSettings.get(loaded);
  if (!byRole) {
    byRole = new Map();
    cachedSettings.set(loaded, byRole);
  }
  const key = `${role}\n${schema}\n${readsResponse}`;
  let settings = byRole.get(key);
  if (!settings) {
    settings = makeBaseSettings(loaded, role, schema, readsResponse);
    byRole.set(key, settings);
  }
  return settings;
}

function makeBaseSettings(
  { settings, ofRole }: LoadedSchema,
  role: string,
  schema: string,
  readsResponse: boolean,
): Settings {
  const result: Record<string, string> = { ...ofRole.get(role), ...(readsResponse ? NO_RESPONSE : {}) };
  // `public` alone is on the default search path.
  const isUsual = settings.extraSearchPath === null && settings.schemas.length === 1 && schema === 'public';
  if (!isUsual) {
    const path = new Set([schema, ...(settings.extraSearchPath ?? ['public'])]);
    result.search_path = [...path].map(quoted).join(', ');
  }
  for (const [name, value] of Object.entries(settings.appSettings)) result[`app.settings.${name}`] = value;
  return Object.keys(result).length === 0 ? NONE : result;
}

const MAX_COOKIES = 100;

function cookiesOf(header: string): Record<string, string> {
  const cookies: Record<string, string> = Object.create(null);
  for (const part of header.split(';', MAX_COOKIES)) {
    const equals = part.indexOf('=');
    if (equals > 0) cookies[part.slice(0, equals).trim()] = part.slice(equals + 1).trim();
  }
  return cookies;
}
