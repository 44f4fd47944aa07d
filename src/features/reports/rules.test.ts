import { expect, test } from 'vitest';
import { changeOf } from './rules.ts';

test.each([
  [150, 100, 0.5],
  [50, 100, -0.5],
  [0, 100, -1],
  [100, 0, undefined],
  [0, 0, undefined],
])('%i after %i is a change of %s', (now, past, share) => expect(changeOf({ now, past })).toBe(share));
