import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { movedTo, withoutAll } from '../curriculum/rules.ts';
import { addWatchedRange, resumeSecond, type TimeRange, watchedShare } from '../watching/rules.ts';
import {
  clock,
  embedOf,
  hoursAndMinutes,
  neighboursOf,
  outlineOf,
  percentOf,
  readingSeconds,
  resumeAt,
} from './rules.ts';

const lessons = ['a', 'b', 'c', 'd'].map((id) => ({ id }));

test('an outline is ordered by position, then by id', () => {
  const outline = outlineOf(
    [
      { id: 's2', position: 2 },
      { id: 's1', position: 1 },
    ],
    [
      { id: 'l2', section_id: 's1', position: 1 },
      { id: 'l1', section_id: 's1', position: 1 },
      { id: 'l0', section_id: 's2', position: 0 },
      { id: 'lx', section_id: 'gone', position: 0 },
    ],
  );
  expect(outline.map((section) => [section.id, section.lessons.map((lesson) => lesson.id)])).toEqual([
    ['s1', ['l1', 'l2']],
    ['s2', ['l0']],
  ]);
});

test.each([
  ['a', undefined, 'b', 1],
  ['c', 'b', 'd', 3],
  ['d', 'c', undefined, 4],
  ['?', undefined, undefined, 0],
])('beside %s stand %s and %s', (id, previous, next, number) => {
  const neighbours = neighboursOf(lessons, id);
  expect([neighbours.previous?.id, neighbours.next?.id, neighbours.number]).toEqual([previous, next, number]);
});

describe('where a student goes on', () => {
  test.each([
    ['nothing begun', [], null, 'a'],
    ['left in the middle of one', ['a'], 'b', 'b'],
    ['finished one', ['a', 'b'], 'b', 'c'],
    ['finished the last, with a gap before', ['a', 'c', 'd'], 'd', 'b'],
    ['all done', ['a', 'b', 'c', 'd'], 'c', 'a'],
    ['the lesson is gone', ['a'], 'gone', 'b'],
  ] as const)('%s', (_, done, last, expected) => {
    expect(resumeAt(lessons, new Set<string>(done), last)?.id).toBe(expected);
  });
  test('a course without lessons has no such place', () => {
    expect(resumeAt([], new Set(), null)).toBeUndefined();
  });
});

test('a hundred percent means all of it', () => {
  expect([percentOf(0, 0), percentOf(199, 200), percentOf(1, 3), percentOf(3, 3)]).toEqual([0, 99, 33, 100]);
});

test.each([
  [0, '0:00'],
  [65.9, '1:05'],
  [3720, '1:02:00'],
  [-5, '0:00'],
])('%s seconds on a clock are %s', (seconds, text) => {
  expect(clock(seconds)).toBe(text);
});

test('lengths in hours and minutes, minutes rounded up', () => {
  expect(hoursAndMinutes(61)).toEqual({ hours: 0, minutes: 2 });
  expect(hoursAndMinutes(3600)).toEqual({ hours: 1, minutes: 0 });
  expect(hoursAndMinutes(3599)).toEqual({ hours: 1, minutes: 0 });
});

test('reading takes a minute for 200 words, in any script', () => {
  expect(readingSeconds('')).toBe(0);
  expect(readingSeconds(`<p>${'كلمة '.repeat(201)}</p>`)).toBe(120);
});

describe('the watched ranges of a video', () => {
  test.each<[TimeRange[], TimeRange, TimeRange[]]>([
    [[], [0, 5], [[0, 5]]],
    [[[0, 5]], [5, 9], [[0, 9]]],
    [
      [[0, 5]],
      [20, 25],
      [
        [0, 5],
        [20, 25],
      ],
    ],
    [
      [
        [0, 5],
        [20, 25],
      ],
      [3, 22],
      [[0, 25]],
    ],
    [[[0, 5]], [7, 7], [[0, 5]]],
    [[[0, 5]], [9, 7], [[0, 5]]],
  ])('%j and %j', (watched, next, expected) => {
    expect(addWatchedRange(watched, next)).toEqual(expected);
  });

  test('whatever was watched in whatever order: sorted, apart, and as long as what was seen', () => {
    const stretch = fc
      .tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 60 }))
      .map(([from, length]): TimeRange => [from, from + length]);
    fc.assert(
      fc.property(fc.array(stretch, { maxLength: 30 }), (watched) => {
        const merged = watched.reduce<TimeRange[]>(addWatchedRange, []);
        for (const [index, [from, to]] of merged.entries()) {
          expect(to).toBeGreaterThan(from);
          if (index > 0) expect(from).toBeGreaterThan((merged[index - 1]?.[1] ?? 0) + 1);
        }
        for (const [from, to] of watched) expect(merged.some((range) => range[0] <= from && range[1] >= to)).toBe(true);
      }),
    );
  });

  test('the share of it, and where it goes on', () => {
    expect(watchedShare([[0, 30]], 60)).toBe(0.5);
    expect(watchedShare([[0, 90]], 60)).toBe(1);
    expect(watchedShare([], 0)).toBe(0);
    expect([resumeSecond(12, 60), resumeSecond(59, 60), resumeSecond(12, 0), resumeSecond(-1, 60)]).toEqual([
      12, 0, 12, 0,
    ]);
  });
});

test.each([
  ['https://www.youtube.com/watch?v=abc_DEF-123', 'https://www.youtube-nocookie.com/embed/abc_DEF-123'],
  ['https://www.youtube.com/watch?list=x&v=abc_DEF-123', 'https://www.youtube-nocookie.com/embed/abc_DEF-123'],
  ['https://youtu.be/abc_DEF-123?t=4', 'https://www.youtube-nocookie.com/embed/abc_DEF-123'],
  ['https://vimeo.com/123456789', 'https://player.vimeo.com/video/123456789?dnt=1'],
  ['https://files.test/film.mp4', null],
  ['https://evil.test/?https://youtu.be/abc_DEF-123', null],
])('the video %s is embedded as %s', (address, player) => {
  expect(embedOf(address)).toBe(player);
});

test('several lessons leave an outline, or stand in their order at the end of a section', () => {
  const section = (id: string, ...ids: string[]) => ({
    id,
    lessons: ids.map((lesson, at) => ({ id: lesson, section_id: id, position: at + 1 })),
  });
  const outline = [section('one', 'a', 'b', 'c'), section('two', 'd', 'e')];
  const namesOf = (sections: typeof outline) => sections.map(({ lessons }) => lessons.map(({ id }) => id).join(''));
  expect(namesOf(withoutAll(outline, new Set(['b', 'd'])))).toEqual(['ac', 'e']);
  const moved = movedTo(outline, new Set(['d', 'a']), 'two');
  expect(namesOf(moved)).toEqual(['bc', 'ead']);
  expect(moved[1]?.lessons.map(({ section_id, position }) => [section_id, position])).toEqual([
    ['two', 1],
    ['two', 2],
    ['two', 3],
  ]);
});
