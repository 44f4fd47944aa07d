import { failures } from './failure.ts';

/** Source: https://docs.postgrest.org/en/stable/references/api/preferences.html */
export type Preferences = {
  return: 'minimal' | 'headers-only' | 'representation' | null;
  count: 'exact' | 'planned' | 'estimated' | null;
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null;
  missing: 'default' | 'null' | null;
  handling: 'strict' | 'lenient' | null;
  tx: 'commit' | 'rollback' | null;
  timezone: string | null;
  maxAffected: number | null;
};

const NONE: Preferences = {
  return: null,
  count: null,
  resolution: null,
  missing: null,
  handling: null,
  tx: null,
  timezone: null,
  maxAffected: null,
};

export type PreferenceRules = {
  /** `Prefer: tx` is applied. */
  allowsTx: boolean;
  /** Zones PostgreSQL knows; needed only for `Prefer: timezone`. */
  timezones: ReadonlySet<string>;
};

export const NO_RULES: PreferenceRules = { allowsTx: false, timezones: new Set() };

/** @throws {RestFailure} PGRST122 for an unknown preference under handling=strict. */
export function readPreferences(header: string | null, rules: PreferenceRules = NO_RULES): Preferences {
  if (header === null || header === '') return NONE;
  const preferences = { ...NONE };
  const unknown: string[] = [];
  for (const part of header.slice(0, 2_000).split(',')) {
    const preference = part.trim();
    if (preference !== '' && !take(preferences, preference, rules)) unknown.push(preference);
  }
  if (preferences.handling === 'strict' && unknown.length > 0) throw failures.preferences(unknown);
  if (preferences.handling !== 'strict') preferences.maxAffected = null;
  return preferences;
}

/** The first preference of each kind wins. */
function take(preferences: Preferences, preference: string, rules: PreferenceRules): boolean {
  switch (preference) {
    case 'return=minimal':
    case 'return=headers-only':
    case 'return=representation':
      preferences.return ??= preference.slice(7) as Preferences['return'];
      return true;
    case 'count=exact':
    case 'count=planned':
    case 'count=estimated':
      preferences.count ??= preference.slice(6) as Preferences['count'];
      return true;
    case 'resolution=merge-duplicates':
    case 'resolution=ignore-duplicates':
      preferences.resolution ??= preference.slice(11) as Preferences['resolution'];
      return true;
    case 'missing=default':
    case 'missing=null':
      preferences.missing ??= preference.slice(8) as Preferences['missing'];
      return true;
    case 'handling=strict':
    case 'handling=lenient':
      preferences.handling ??= preference.slice(9) as Preferences['handling'];
      return true;
    case 'tx=commit':
    case 'tx=rollback':
      if (rules.allowsTx) preferences.tx ??= preference.slice(3) as Preferences['tx'];
      return true;
  }
  if (preference.startsWith('timezone=')) {
    const zone = preference.slice('timezone='.length);
    if (!rules.timezones.has(zone)) return false;
    preferences.timezone ??= zone;
    return true;
  }
  const rows = /^max-affected=(\d{1,9})$/.exec(preference)?.[1];
  if (rows !== undefined) preferences.maxAffected ??= Number(rows);
  return rows !== undefined;
}

/** Preferences that apply to each kind of request. */
const APPLICABLE = {
  read: ['count', 'tx', 'handling', 'timezone'],
  call: ['count', 'tx', 'handling', 'timezone', 'maxAffected'],
  POST: ['resolution', 'missing', 'return', 'count', 'tx', 'handling', 'timezone'],
  PATCH: ['missing', 'return', 'count', 'tx', 'handling', 'timezone', 'maxAffected'],
  PUT: ['return', 'count', 'tx', 'handling', 'timezone'],
  DELETE: ['return', 'count', 'tx', 'handling', 'timezone', 'maxAffected'],
} as const;

/** Value of Preference-Applied; undefined if none applied. */
export function appliedPreferences(preferences: Preferences, kind: keyof typeof APPLICABLE): string | undefined {
  if (preferences === NONE) return undefined;
  const applied: string[] = [];
  for (const name of APPLICABLE[kind]) {
    const value = preferences[name];
    if (value !== null) applied.push(`${name === 'maxAffected' ? 'max-affected' : name}=${value}`);
  }
  return applied.length > 0 ? applied.join(', ') : undefined;
}
