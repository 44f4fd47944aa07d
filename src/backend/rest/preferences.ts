import { failures } from './failure.ts';

/** Source: https://docs.postgrest.org/en/stable/references/api/preferences.html */
export type Preferences = {
  return: 'minimal' | 'headers-only' | 'representation' | null;
  count: 'exact' | null;
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null;
  missing: 'default' | 'null' | null;
  handling: 'strict' | 'lenient' | null;
  maxAffected: number | null;
};

const NONE: Preferences = {
  return: null,
  count: null,
  resolution: null,
  missing: null,
  handling: null,
  maxAffected: null,
};

/** @throws {RestFailure} PGRST122 where handling is strict and one of them is unknown. */
export function readPreferences(header: string | null): Preferences {
  if (header === null || header === '') return NONE;
  const found = { ...NONE };
  const unknown: string[] = [];
  for (const part of header.slice(0, 2_000).split(',')) {
    const preference = part.trim();
    if (preference !== '' && !take(found, preference)) unknown.push(preference);
  }
  if (found.handling === 'strict' && unknown.length > 0) throw failures.preferences(unknown);
  if (found.handling !== 'strict') found.maxAffected = null;
  return found;
}

/** The first of each kind counts. Planned and estimated counts are answered exactly: exact is the best estimate. */
function take(found: Preferences, preference: string): boolean {
  switch (preference) {
    case 'return=minimal':
    case 'return=headers-only':
    case 'return=representation':
      found.return ??= preference.slice(7) as Preferences['return'];
      return true;
    case 'count=exact':
    case 'count=planned':
    case 'count=estimated':
      found.count ??= 'exact';
      return true;
    case 'resolution=merge-duplicates':
    case 'resolution=ignore-duplicates':
      found.resolution ??= preference.slice(11) as Preferences['resolution'];
      return true;
    case 'missing=default':
    case 'missing=null':
      found.missing ??= preference.slice(8) as Preferences['missing'];
      return true;
    case 'handling=strict':
    case 'handling=lenient':
      found.handling ??= preference.slice(9) as Preferences['handling'];
      return true;
    default: {
      // Known, but decided by the service: how a transaction ends and in which zone times are shown.
      if (/^(tx=(commit|rollback)|timezone=[\w/+-]{1,64})$/.test(preference)) return true;
      const rows = /^max-affected=(\d{1,9})$/.exec(preference)?.[1];
      if (rows === undefined) return false;
      found.maxAffected ??= Number(rows);
      return true;
    }
  }
}

/** The header that says which of them were heeded, or undefined where none. */
export function appliedPreferences(preferences: Preferences, isWrite: boolean): string | undefined {
  const applied: string[] = [];
  if (preferences.resolution && isWrite) applied.push(`resolution=${preferences.resolution}`);
  if (preferences.missing && isWrite) applied.push(`missing=${preferences.missing}`);
  if (preferences.return && isWrite) applied.push(`return=${preferences.return}`);
  if (preferences.count) applied.push(`count=${preferences.count}`);
  if (preferences.handling) applied.push(`handling=${preferences.handling}`);
  if (preferences.maxAffected !== null) applied.push(`max-affected=${preferences.maxAffected}`);
  return applied.length > 0 ? applied.join(', ') : undefined;
}
