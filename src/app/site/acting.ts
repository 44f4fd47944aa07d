/** The impersonated person's name and when it ends (seconds since 1970), from the server's cookie; undefined without one. */
export function impersonationOf(cookies: string): { until: number; name: string } | undefined {
  const text = /(?:^|; )stoa-acting=([^;]+)/.exec(cookies)?.[1];
  const match = /^(\d+)\.(.*)$/s.exec(decodeURIComponent(text ?? ''));
  return match ? { until: Number(match[1]), name: match[2] ?? '' } : undefined;
}

const MINUTE_MS = 60_000;

/**
 * Calls `onMinutes` with the minutes left until a moment (seconds since 1970), now and every minute, and `end` when it comes.
 * Returns a function that stops it. After sleep it continues with the real time.
 */
export function countDown(until: number, onMinutes: (minutes: number) => void, end: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const step = () => {
    const left = until * 1_000 - Date.now();
    if (left <= 0) return end();
    const minutes = Math.ceil(left / MINUTE_MS);
    onMinutes(minutes);
    timer = setTimeout(step, left - (minutes - 1) * MINUTE_MS);
  };
  step();
  return () => clearTimeout(timer);
}

/** Minutes in the words of a language. */
export function formatMinutes(minutes: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(minutes);
}

/** Screen readers announce the last minutes only. */
export function isAnnounced(minutes: number): boolean {
  return minutes === 5 || minutes === 1;
}
