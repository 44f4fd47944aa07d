import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '#base/server/root.ts';
import { accesses, levels } from '../rules.ts';
import { readCourse } from './course-text.ts';

const folder = join(root, 'src/features/learning/courses/seed');

test('a text becomes a course', () => {
  const course = readCourse(
    'title: A & B\nslug: a\noutcomes: x | y\n\nOne **two** _three_.\n\n# Part\n## Lesson | video | 1:05 | preview\nFirst.\n\n### Head\nNext.\n\n- a\n- b\n## Last | quiz | 0:30\n',
  );
  expect(course.title).toBe('A & B');
  expect(course.outcomes).toEqual(['x', 'y']);
  expect(course.description).toBe('<p>One <strong>two</strong> <em>three</em>.</p>');
  expect(course.sections).toEqual([
    {
      title: 'Part',
      lessons: [
        {
          title: 'Lesson',
          kind: 'video',
          duration_seconds: 65,
          is_preview: true,
          body: '<p>First.</p><h2>Head</h2><p>Next.</p><ul><li><p>a</p></li><li><p>b</p></li></ul>',
        },
        { title: 'Last', kind: 'quiz', duration_seconds: 30, is_preview: false, body: '' },
      ],
    },
  ]);
});

describe.each(readdirSync(folder).filter((name) => name.endsWith('.md')))('%s', (name) => {
  const course = readCourse(readFileSync(join(folder, name), 'utf8'));
  test('says all that a course page needs', () => {
    expect(course.slug).toBe(name.slice(0, -3));
    expect(levels).toContain(course.level);
    expect(accesses).toContain(course.access);
    expect(course.summary.length).toBeGreaterThan(20);
    expect(course.sections.every((section) => section.lessons.length > 0)).toBe(true);
    expect(readdirSync(folder)).toContain(course.image);
  });
});

test('the course one can learn from holds at least 1,500 words', () => {
  const course = readCourse(readFileSync(join(folder, 'light-and-exposure.md'), 'utf8'));
  const text = course.sections.flatMap((section) => section.lessons.map((lesson) => lesson.body)).join(' ');
  expect(text.replace(/<[^>]*>/g, ' ').match(/[\p{L}\p{N}]+/gu)?.length).toBeGreaterThanOrEqual(1500);
});
