import { describe, expect, it } from 'vitest';
import { changedNames } from './use-draft.ts';

describe('changedNames', () => {
  it('names what differs, comparing lists by what they hold', () => {
    const saved = { title: 'Light', tags: ['a'], price: 1, when: undefined as string | undefined };
    expect(changedNames(saved, { ...saved, tags: ['a'] })).toEqual([]);
    expect(changedNames(saved, { ...saved, title: 'Shade', tags: ['a', 'b'] })).toEqual(['title', 'tags']);
    expect(changedNames(saved, { ...saved, when: '2026-01-01' })).toEqual(['when']);
  });
});
