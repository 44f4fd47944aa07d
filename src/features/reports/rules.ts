/** The share by which a number changed against the same time before; nothing where there is nothing to compare with. */
export function changeOf({ now, past }: { now: number; past: number }): number | undefined {
  return past > 0 ? (now - past) / past : undefined;
}
