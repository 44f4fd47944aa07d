import { FileText, Hammer } from 'lucide-react';
import { expect, test } from 'vitest';
import type { Lesson } from '../lessons/data.ts';
import type { Activity } from './activities.tsx';
import { contentOf, entryOf, savedValues, valuesOf } from './lesson-values.ts';

const lesson: Lesson = {
  id: 'l',
  course_id: 'c',
  section_id: 's',
  title: 'A box',
  slug: 'a-box',
  kind: 'text',
  duration_seconds: 90,
  is_preview: false,
  is_required: true,
  is_published: true,
  completion: 'kind',
  completion_amount: 1,
  no_skip: false,
  position: 1,
  version: 1,
};
const base = {
  kind: 'text',
  icon: FileText,
  label: 'Text',
  previewLabel: 'Read',
  completion: 'manual',
  place: 'above',
  files: [],
  ReportRow: () => null,
} satisfies Activity;
const read: Activity = { ...base, durationOf: (body) => body.length };
const shown: Activity = { ...base, icon: Hammer, files: ['media'] };
const filmed: Activity = { ...base, files: ['media', 'captions'] };

const saved = valuesOf(lesson, {
  id: 'l',
  course_id: 'c',
  body: 'four',
  media_url: null,
  media_path: 'courses/c/l/x-box.mp4',
  media_name: null,
  captions_path: 'courses/c/l/x.vtt',
});

test('a form begins with what is stored, a file without a name with the end of its path', () => {
  expect(saved).toMatchObject({
    minutes: 1.5,
    file: { name: 'x-box.mp4' },
    captions: { name: 'x.vtt' },
    media_url: '',
  });
});

test.each([
  ['the text changed', { body: 'longer' }, read, 6],
  ['the text is the same', {}, read, 90],
  ['the duration was set by hand', { body: 'longer', minutes: 2 }, read, 120],
  ['the kind has no such rule', { body: 'longer' }, shown, 90],
  ['the duration is no number', { minutes: Number.NaN }, shown, 0],
])('a duration follows from the text by the rule of the kind: %s', (_, change, activity, seconds) => {
  expect(entryOf({ ...saved, ...change }, saved, activity).duration_seconds).toBe(seconds);
});

test.each([
  ['none', read, null, null],
  ['the file', shown, 'courses/c/l/x-box.mp4', null],
  ['the file and its captions', filmed, 'courses/c/l/x-box.mp4', 'courses/c/l/x.vtt'],
  ['all, where the page does not know the kind', undefined, 'courses/c/l/x-box.mp4', 'courses/c/l/x.vtt'],
])('of the files those are kept that the kind uses: %s', (_, activity, media_path, captions_path) => {
  expect(contentOf(saved, activity)).toMatchObject({ media_path, captions_path, body: 'four' });
});

test('an address counts only where there is no file', () => {
  const media_url = 'https://example.org/box.mp4';
  expect(contentOf({ ...saved, media_url }, shown).media_url).toBe(null);
  expect(contentOf({ ...saved, media_url, file: null }, shown).media_url).toBe(media_url);
  expect(contentOf({ ...saved, media_url, file: null }, read).media_url).toBe(null);
});

test('after a save the form stands on what was stored', () => {
  const values = { ...saved, title: ' A crate ', body: '<p onclick="x">four</p>' };
  expect(savedValues(values, entryOf(values, saved, read), '<p>four</p>')).toMatchObject({
    title: 'A crate',
    body: '<p>four</p>',
    minutes: 0.38,
  });
});
