/** Raised inside a statement by a cast that can't succeed: how one statement refuses its own result and rolls back. */
export const ERROR_MARK = /stoa_rest_(single|affected|key):(\d+)/;

/** A column whose value can't be had where the rule is broken: the statement fails as a whole and nothing is written. */
export function errorSql(name: 'single' | 'affected' | 'key', condition: string): string {
  return `, case when ${condition} then ('stoa_rest_${name}:' || count(*))::int4 end as refused_${name}`;
}
