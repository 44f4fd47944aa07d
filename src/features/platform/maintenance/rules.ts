export type CronWords =
  | { kind: 'minutely' }
  | { kind: 'everyMinutes'; count: number }
  | { kind: 'hourly'; minute: number }
  | { kind: 'daily'; hour: number; minute: number }
  | { kind: 'other' };

/** Parses a simple cron expression into words; null for a complex one. */
export function cronWords(cron: string): CronWords {
  const [minute = '', hour = '', ...days] = cron.trim().split(/\s+/);
  if (days.length !== 3 || days.some((part) => part !== '*')) return { kind: 'other' };
  if (hour === '*') {
    if (minute === '*') return { kind: 'minutely' };
    const step = /^\*\/(\d{1,2})$/.exec(minute)?.[1];
    if (step) return { kind: 'everyMinutes', count: Number(step) };
    return /^\d{1,2}$/.test(minute) ? { kind: 'hourly', minute: Number(minute) } : { kind: 'other' };
  }
  if (!/^\d{1,2}$/.test(minute) || !/^\d{1,2}$/.test(hour)) return { kind: 'other' };
  return { kind: 'daily', hour: Number(hour), minute: Number(minute) };
}

/** Error rate as a share of all requests; undefined without requests. */
export function errorRate({ requests, failures }: { requests: number; failures: number }): number {
  return requests > 0 ? failures / requests : 0;
}
