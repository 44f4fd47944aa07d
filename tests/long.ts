/** Whether this is `npm run test:long`, which tries everything that was generated, and as often as it takes. */
export const isLong = process.env.TEST_LONG === 'on';

/** For fast-check: as many runs in a long run, a twentieth from a fixed seed in every other one. */
export function generated(long: number): { numRuns: number; seed?: number } {
  return isLong ? { numRuns: long } : { numRuns: Math.ceil(long / 20), seed: 20_261_123 };
}
