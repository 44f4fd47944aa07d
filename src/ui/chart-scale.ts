/** Round values from 0 to at least `max`, about `count` steps of 1, 2, 2.5 or 5 times a power of ten. Whole where all values are. */
export function niceTicks(max: number, count = 4, isWhole = false): number[] {
  const top = Number.isFinite(max) && max > 0 ? max : 1;
  const raw = top / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const factor = [1, 2, 2.5, 5, 10].find((candidate) => candidate * power >= raw * (1 - 1e-9)) ?? 10;
  const step = isWhole ? Math.max(1, Math.ceil(factor * power)) : factor * power;
  const ticks = Math.max(1, Math.ceil(top / step - 1e-9));
  return Array.from({ length: ticks + 1 }, (_, place) => Number((place * step).toPrecision(12)));
}

/** Which labels of a row fit: about `room` of them, the first and the last always. */
export function shownLabels(length: number, room: number): Set<number> {
  if (length <= 0) return new Set();
  if (length <= room) return new Set(Array.from({ length }, (_, place) => place));
  const steps = Math.max(1, room - 1);
  return new Set(Array.from({ length: steps + 1 }, (_, place) => Math.round((place * (length - 1)) / steps)));
}
