import type { Accepted } from './judge-packages.ts';

/** Published faults that do not reach the product: `{ advisory: 'GHSA-…', reason: 'why', date: '2026-11-23' }`. Empty is best. */
export const accepted: readonly Accepted[] = [];
