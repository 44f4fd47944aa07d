import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Hammer } from 'lucide-react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeAll, expect, test } from 'vitest';
import { SiteProvider } from '#base/browser/site.tsx';
import type { Site } from '#base/shared/site.ts';
import { i18nOf } from '#tests/texts.ts';
import { UiProvider } from '#ui/layout/ui-provider.tsx';
import type { LessonProgress } from '../enrolments/data.ts';
import type { Lesson } from '../lessons/data.ts';
import { ActivitiesContext, type Activity, activitiesByKind, lazyPart } from './activities.tsx';
import { CurriculumList } from './curriculum-list.tsx';
import { LessonBody, LessonMedia } from './lesson-view.tsx';
import { PlayerOutline } from './player-outline.tsx';

// A kind that no file of the player, the editor or the curriculum knows.
const workshop: Activity = {
  kind: 'workshop' as Activity['kind'],
  icon: Hammer,
  label: 'Workshop',
  previewLabel: 'Look into the workshop',
  completion: 'viewed',
  place: 'above',
  files: [],
  Player: lazyPart(async () => ({ lesson }) => <p>Bench of {lesson.title}</p>),
  ReportRow: ({ progress }) => `At the bench for ${progress?.position_seconds} s`,
};
beforeAll(() => workshop.Player?.preload());

const lesson: Lesson = {
  id: 'l',
  course_id: 'c',
  section_id: 's',
  title: 'A box',
  slug: 'a-box',
  kind: workshop.kind,
  duration_seconds: 60,
  is_preview: true,
  is_required: true,
  is_published: true,
  completion: 'kind',
  completion_amount: 1,
  no_skip: false,
  position: 1,
  version: 1,
};
const outline = [{ id: 's', title: 'Wood', position: 1, lessons: [lesson] }];
const site = {
  locale: 'en',
  direction: 'ltr',
  origin: 'http://demo.localhost',
  base_domain: 'localhost',
  account: { account_id: 'a', slug: 'demo', domain: null, is_platform: false, features: ['lms'] },
  backend: { url: 'http://demo.localhost', anon_key: 'k' },
  assets: { site_script: '' },
} as Site;

function htmlOf(children: ReactNode, activities: Activity[] = [workshop]): string {
  const client = new QueryClient();
  client.setQueryData(['lesson', 'a', 'l'], { id: 'l', course_id: 'c', body: '', media_url: null, media_path: null });
  const element = (
    <UiProvider locale="en" timeZone="UTC">
      <QueryClientProvider client={client}>
        <ActivitiesContext value={activitiesByKind(activities)}>{children}</ActivitiesContext>
      </QueryClientProvider>
    </UiProvider>
  );
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18nOf('en')}>
      <SiteProvider site={site}>
        <RouterProvider router={createMemoryRouter([{ path: '*', element }])} />
      </SiteProvider>
    </I18nextProvider>,
  );
}

const lessonProps = { lesson, isCounted: true, progress: undefined, onDone: () => {} };

test.each([
  ['above', true, false],
  ['below', false, true],
] as const)('the player of a kind stands %s the text, once', (place, isAbove, isBelow) => {
  const activities = [{ ...workshop, place }];
  expect(htmlOf(<LessonMedia {...lessonProps} />, activities).includes('Bench of A box')).toBe(isAbove);
  expect(htmlOf(<LessonBody {...lessonProps} />, activities).includes('Bench of A box')).toBe(isBelow);
});

test('a lesson without text is empty, unless its content stands elsewhere', () => {
  const note = 'This lesson has no content yet.';
  expect(htmlOf(<LessonBody {...lessonProps} />)).toContain(note);
  expect(htmlOf(<LessonBody {...lessonProps} />, [{ ...workshop, ownContent: { saveFirst: 'Save' } }])).not.toContain(
    note,
  );
});

test('the outline names the kind, and says how far the student is in words of the kind', () => {
  const progress: LessonProgress = {
    lesson_id: 'l',
    completed_at: null,
    position_seconds: 7,
    watched: [],
    dwell_seconds: 0,
    seen_at: '2026-11-20T10:00:00Z',
  };
  const outlineOf = (entries: [string, LessonProgress][]) =>
    htmlOf(
      <PlayerOutline
        title="Boxes"
        slug="boxes"
        outline={outline}
        memberId="m"
        progress={new Map(entries)}
        states={new Map()}
        currentId="l"
      />,
    );
  expect(outlineOf([['l', progress]])).toContain('At the bench for 7 s');
  expect(outlineOf([])).toContain('(Workshop)');
  expect(outlineOf([])).not.toContain('At the bench');
});

test('the curriculum of a course leads to a free lesson in words of its kind', () => {
  expect(htmlOf(<CurriculumList slug="boxes" outline={outline} />)).toContain('Look into the workshop');
});

test('a page that is older than a kind shows its lessons all the same', () => {
  expect(htmlOf(<CurriculumList slug="boxes" outline={outline} />, [])).toContain('A box');
  expect(htmlOf(<LessonMedia {...lessonProps} />, [])).toBe('');
});
