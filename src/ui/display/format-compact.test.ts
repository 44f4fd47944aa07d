import { expect, it } from 'vitest';
import { formatCompact } from './format-compact.ts';

it('shortens large numbers', () => expect(formatCompact(12_400, 'en')).toBe('12.4K'));
