import { clockNow } from '#base/shared/clock.ts';

const UNITS = { days: 86_400, hours: 3600, minutes: 60, seconds: 1 } as const;
type Unit = keyof typeof UNITS;

/** Remaining time until a date, split into units; null once it is over. */
export function timeLeft(until: number, now: number): Record<Unit, number> | null {
  let rest = Math.ceil((until - now) / 1000);
  if (!(rest > 0)) return null;
  const left = { days: 0, hours: 0, minutes: 0, seconds: 0 };
  for (const unit of Object.keys(UNITS) as Unit[]) {
    left[unit] = Math.floor(rest / UNITS[unit]);
    rest %= UNITS[unit];
  }
  return left;
}

/** Updates a countdown every second until its date, then shows the end text. Returns a function that stops it. */
export function runCountdown(clock: HTMLElement): () => void {
  const until = Date.parse(clock.dataset.countdown ?? '');
  const number = new Intl.NumberFormat(document.documentElement.lang || 'en', { minimumIntegerDigits: 2 });
  const cells = clock.querySelector<HTMLElement>('[data-clock]');
  const done = clock.querySelector<HTMLElement>('[data-done]');
  const tick = () => {
    const left = timeLeft(until, clockNow());
    if (cells) cells.hidden = left === null;
    if (done) done.hidden = left !== null;
    if (!left) return clearInterval(timer);
    for (const cell of clock.querySelectorAll<HTMLElement>('[data-unit]'))
      cell.textContent = number.format(left[cell.dataset.unit as Unit]);
  };
  const timer = setInterval(tick, 1000);
  tick();
  return () => clearInterval(timer);
}
