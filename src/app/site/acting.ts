/** Whose name is borrowed, until when (seconds since 1970), as the server wrote it; undefined where nobody's is. */
export function impersonationOf(cookies: string): { until: number; name: string } | undefined {
  const text = /(?:^|; )stoa-acting=([^;]+)/.exec(cookies)?.[1];
  const found = /^(\d+)\.(.*)$/s.exec(decodeURIComponent(text ?? ''));
  return found ? { until: Number(found[1]), name: found[2] ?? '' } : undefined;
}

const MINUTE_MS = 60_000;

/**
 * Tells how many minutes are left until a moment (seconds since 1970), now and whenever it is one less, and when it has come.
 * Answers how to stop. A window that slept goes on with what is true when it wakes.
 */
export function countDown(until: number, tell: (minutes: number) => void, end: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const step = () => {
    const left = until * 1_000 - Date.now();
    if (left <= 0) return end();
    const minutes = Math.ceil(left / MINUTE_MS);
    tell(minutes);
    timer = setTimeout(step, left - (minutes - 1) * MINUTE_MS);
  };
  step();
  return () => clearTimeout(timer);
}

/** So many minutes as they are said in a language. */
export function formatMinutes(minutes: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(minutes);
}

/** Who listens hears of it when it is nearly over, and not each minute. */
export function isAnnounced(minutes: number): boolean {
  return minutes === 5 || minutes === 1;
}
