/** Marks an error that a statement raises by a failing cast, so that it rejects its own result and rolls back. */
export const ERROR_MARK = /stoa_rest_(single|affected|key):(\d+)/;

/** A column that raises the error if `condition` holds: the statement fails and nothing is written. */
export function errorSql(name: 'single' | 'affected' | 'key', condition: string): string {
  return `, case when ${condition} then ('stoa_rest_${name}:' || count(*))::int4 end as refused_${name}`;
}
