import { queryOptions } from '@tanstack/react-query';
import { dataOf, type Wire } from '#base/shared/wire.ts';
import type { OwnedNumbers } from './rules.ts';

/** The numbers of each of one's own sites over so many days, beside those of as many days before. */
export function ownedNumbers(wire: Wire, days: number) {
  return queryOptions({
    queryKey: ['billing', 'owned-numbers', days],
    queryFn: async () => dataOf(await wire.rpc('owned_numbers', { days })) as unknown as OwnedNumbers[],
    staleTime: 60_000,
  });
}
