import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { buttonClass } from '#ui/buttons/button-class.ts';
import { ContentText } from '#ui/display/content-language.tsx';
import type { Course } from '../data.ts';
import type { Content, Lesson } from '../lessons/data.ts';
import { useActivity } from './activities.tsx';
import { useCourseOffer } from './course-offers.tsx';
import { Markup } from './markup.tsx';

/** A free preview lesson on a page of its own, with links to the course. */
export function LessonPreview({
  course,
  lesson,
  content,
  next,
}: {
  course: Course;
  lesson: Lesson;
  content: Content | null;
  next: Lesson | null;
}) {
  const { t } = useTranslation('courses');
  const offer = useCourseOffer(course.id);
  const Preview = useActivity(lesson.kind)?.Preview;
  return (
    <main id="content" className="wide py-10 lg:py-14">
      <article className="mx-auto grid max-w-3xl gap-8">
        <header className="grid gap-3">
          <a
            className="link inline-flex min-h-11 items-center gap-2 justify-self-start"
            href={paths.course(course.slug)}
          >
            <ArrowLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />
            <ContentText language={course.language}>{course.title}</ContentText>
          </a>
          <h1 className="hd d-48">
            <ContentText language={course.language}>{lesson.title}</ContentText>
          </h1>
          <p className="text-ink-3">{t('landing.previewOf', { title: course.title })}</p>
        </header>
        {content && Preview ? <Preview lesson={lesson} content={content} /> : null}
        {content?.body ? <Markup html={content.body} /> : null}
        <footer className="card card-pad flex flex-wrap items-center justify-between gap-4">
          <p className="min-w-64 flex-1">
            <b className="block font-semibold">{t('landing.liked')}</b>
            <span className="text-ink-2">
              {t('landing.rest', { count: Math.max(0, course.lesson_count - 1) })}
              {offer ? ` ${offer.price}` : ''}
            </span>
          </p>
          {next ? (
            <a className={buttonClass({ size: 'lg' })} href={paths.previewLesson(course.slug, next.slug)}>
              {t('landing.nextPreview')}
            </a>
          ) : null}
          <a className={buttonClass({ variant: 'primary', size: 'lg' })} href={paths.course(course.slug)}>
            {t('landing.seeCourse')}
          </a>
        </footer>
      </article>
    </main>
  );
}
