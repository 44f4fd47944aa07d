/**
 * Round values from 0 to at least `max`, about `count` steps of 1, 2, 2.5 or 5 times a power of ten. Integers where all
 * values are.
 */
export function niceTicks(max: number, count = 4, isWhole = false): number[] {
  const top = Number.isFinite(max) && max > 0 ? max : 1;
  const raw = top / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const factor = [1, 2, 2.5, 5, 10].find((candidate) => candidate * power >= raw * (1 - 1e-9)) ?? 10;
  const step = isWhole ? Math.max(1, Math.ceil(factor * power)) : factor * power;
  const ticks = Math.max(1, Math.ceil(top / step - 1e-9));
  return Array.from({ length: ticks + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** Which axis labels are shown: at most `room` of them, evenly spaced, the last (now) always. */
export function shownLabels(length: number, room: number): Set<number> {
  const stride = Math.max(1, Math.ceil((length - 1) / Math.max(1, room - 1)));
  const shown = new Set<number>();
  for (let index = length - 1; index >= 0; index -= stride) shown.add(index);
  return shown;
}
