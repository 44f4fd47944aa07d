import type { Known } from './known-schema.ts';
import type { Plan } from './plan.ts';
import type { Preferences } from './preferences.ts';
import { quoted } from './schema-cache.ts';

type Settings = Readonly<Record<string, string>>;

/** What holds for every request of one role in one schema, made once as long as the shape of the database holds. */
const standing = new WeakMap<Known, Map<string, Settings>>();

/**
 * Settings of a request's transaction beside role, claims and the request itself; undefined where there are none.
 * Source: https://docs.postgrest.org/en/stable/references/transactions.html#transaction-scoped-settings
 */
export function transactionSettings(
  known: Known,
  role: string,
  schema: string,
  plan: Plan,
  preferences: Preferences,
  cookie: string | undefined,
): Settings | undefined {
  const base = standingOf(known, role, schema, plan.readsResponse);
  const isPlain = !plan.isReadOnly && !plan.settings && preferences.timezone === null && cookie === undefined;
  if (isPlain) return base === NONE ? undefined : base;
  const settings: Record<string, string> = { ...base, ...plan.settings };
  if (preferences.timezone !== null) settings.timezone = preferences.timezone;
  if (cookie !== undefined) settings['request.cookies'] = JSON.stringify(cookiesOf(cookie));
  if (plan.isReadOnly) settings.transaction_read_only = 'on';
  return settings;
}

const NONE: Settings = {};

/** Hides what a function has set for its session: the next request on the connection would answer with it. */
const NO_RESPONSE: Settings = { 'response.headers': '', 'response.status': '' };

function standingOf(known: Known, role: string, schema: string, readsResponse: boolean): Settings {
  let byRole = standing.get(known);
  if (!byRole) {
    byRole = new Map();
    standing.set(known, byRole);
  }
  const key = `${role}\n${schema}\n${readsResponse}`;
  let found = byRole.get(key);
  if (!found) {
    found = standingSettings(known, role, schema, readsResponse);
    byRole.set(key, found);
  }
  return found;
}

function standingSettings({ settings, ofRole }: Known, role: string, schema: string, readsResponse: boolean): Settings {
  const found: Record<string, string> = { ...ofRole.get(role), ...(readsResponse ? NO_RESPONSE : {}) };
  // The one schema that is in everybody's path already needs none of its own.
  const isUsual = settings.extraSearchPath === null && settings.schemas.length === 1 && schema === 'public';
  if (!isUsual) {
    const path = new Set([schema, ...(settings.extraSearchPath ?? ['public'])]);
    found.search_path = [...path].map(quoted).join(', ');
  }
  for (const [name, value] of Object.entries(settings.appSettings)) found[`app.settings.${name}`] = value;
  return Object.keys(found).length === 0 ? NONE : found;
}

const MAX_COOKIES = 100;

function cookiesOf(header: string): Record<string, string> {
  const found: Record<string, string> = Object.create(null);
  for (const part of header.split(';', MAX_COOKIES)) {
    const equals = part.indexOf('=');
    if (equals > 0) found[part.slice(0, equals).trim()] = part.slice(equals + 1).trim();
  }
  return found;
}
