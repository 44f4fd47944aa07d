import { describe, expect, test } from 'vitest';
import { missingForPublishing } from './rules.ts';

describe('what is missing before publishing', () => {
  const complete = {
    summary: 's',
    description: 'd',
    featured_image: { image: '/a' },
    outcomes: ['x'],
    category_id: 'c',
  };
  const lesson = { is_published: true, hasContent: true };
  test.each([
    ['nothing', complete, [lesson], []],
    ['a summary of blanks', { ...complete, summary: ' ' }, [lesson], [{ what: 'summary', required: true }]],
    ['no lesson', complete, [], [{ what: 'lessons', required: true }]],
    ['only hidden lessons', complete, [{ ...lesson, is_published: false }], [{ what: 'lessons', required: true }]],
    ['an empty lesson', complete, [lesson, { ...lesson, hasContent: false }], [{ what: 'content', required: false }]],
    ['a hidden empty lesson', complete, [lesson, { is_published: false, hasContent: false }], []],
    [
      'the landing page',
      { ...complete, description: '', featured_image: null, outcomes: [], category_id: null },
      [lesson],
      ['image', 'description', 'outcomes', 'category'].map((what) => ({ what, required: false })),
    ],
  ])('%s', (_, course, lessons, expected) => {
    expect(missingForPublishing(course, lessons)).toEqual(expected);
  });
});
