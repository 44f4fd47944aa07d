import type { Sql } from '#base/server/database.ts';
import { type RestSettings, readSettings } from './settings.ts';

/** Settings of `alter role ... set`, global ones before those of this database. */
const ROLE_SETTINGS = `
select r.rolname as role, r.rolname = session_user as is_login, split_part(c, '=', 1) as name,
  substr(c, strpos(c, '=') + 1) as value, p.context
from pg_db_role_setting s join pg_roles r on r.oid = s.setrole cross join unnest(s.setconfig) as c
  left join pg_settings p on p.name = split_part(c, '=', 1)
where s.setdatabase = 0 or s.setdatabase = (select oid from pg_database where datname = current_database())
order by s.setdatabase`;

type Row = { role: string; is_login: boolean; name: string; value: string; context: string | null };

export type RoleSettings = {
  /** Settings `pgrst.*` of the login role: they configure the service. */
  service: Partial<RestSettings>;
  /** By role: settings to apply while a caller has that role, such as `statement_timeout`. */
  ofRole: ReadonlyMap<string, Readonly<Record<string, string>>>;
};

/**
 * Settings of roles in the database: PostgreSQL applies those of the role that logs in; those of the roles it becomes
 * are ours to apply. Source: https://docs.postgrest.org/en/stable/references/transactions.html#impersonated-role-settings
 */
export async function readRoleSettings(sql: Sql): Promise<RoleSettings> {
  const rows = await sql.query<Row>(ROLE_SETTINGS);
  const texts: Record<string, string> = {};
  const ofRole = new Map<string, Record<string, string>>();
  for (const { role, is_login, name, value, context } of rows) {
    if (name.startsWith('pgrst.')) {
      if (is_login) texts[name] = value;
    } else if (!is_login && (context === 'user' || name.includes('.'))) {
      // Of the others a caller's role has no right to set any.
      const settings = ofRole.get(role) ?? {};
      settings[name] = value;
      ofRole.set(role, settings);
    }
  }
  return { service: readSettings(texts), ofRole };
}
