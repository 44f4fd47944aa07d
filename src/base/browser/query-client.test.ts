import { expect, test } from 'vitest';
import { queryClient, staleTimes } from './query-client.ts';

test('what was read stays fresh as long as the specification says, and a look at another window reads nothing anew', () => {
  expect(staleTimes).toEqual({ profile: 300_000, option: 6_000_000, role: 50_000 });
  expect(queryClient.getDefaultOptions().queries?.refetchOnWindowFocus).toBe(false);
});
