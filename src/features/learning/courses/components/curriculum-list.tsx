import { ChevronDown, Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { commaList } from '#base/shared/formats.ts';
import { paths } from '#paths';
import { ContentText } from '#ui/display/content-language.tsx';
import type { Lesson, SectionWithLessons } from '../lessons/data.ts';
import { clock } from '../lessons/rules.ts';
import { useActivity } from './activities.tsx';
import { durationText } from './duration-text.ts';
import { LessonIcon, LessonKindName } from './lesson-icon.tsx';

/** The curriculum on the landing page: sections fold without JavaScript, previews are links. */
export function CurriculumList({ slug, outline }: { slug: string; outline: readonly SectionWithLessons[] }) {
  const { t, i18n } = useTranslation('courses');
  return (
    <div className="border-t border-line">
      {outline.map((section, index) => (
        <details key={section.id} open={index === 0} className="group border-b border-line">
          <summary className="flex min-h-14 cursor-pointer list-none items-center gap-4 py-3">
            <span className="w-5 flex-none text-sm text-ink-3">{index + 1}</span>
            <b className="flex-1 font-semibold">
              <ContentText>{section.title}</ContentText>
            </b>
            <span className="hidden text-sm text-ink-3 sm:inline">
              {commaList(
                [
                  t('lessons', { count: section.lessons.length }),
                  durationText(
                    t,
                    section.lessons.reduce((sum, lesson) => sum + lesson.duration_seconds, 0),
                  ),
                ],
                i18n.language,
              )}
            </span>
            <ChevronDown aria-hidden="true" className="size-4 flex-none transition-transform group-open:rotate-180" />
          </summary>
          <ul className="pb-4 sm:ps-9">
            {section.lessons.map((lesson) => (
              <li key={lesson.id} className="flex min-h-11 items-center gap-3">
                <LessonIcon kind={lesson.kind} />
                <span className="min-w-0 flex-1">
                  <ContentText>{lesson.title}</ContentText> <LessonKindName kind={lesson.kind} />
                </span>
                {lesson.is_preview ? (
                  <PreviewLink slug={slug} lesson={lesson} />
                ) : (
                  <>
                    <Lock aria-hidden="true" className="size-4 flex-none text-ink-3" />
                    <span className="vh">{t('landing.locked')}</span>
                  </>
                )}
                <span className="w-16 flex-none text-end text-sm text-ink-3">
                  {lesson.duration_seconds > 0 ? clock(lesson.duration_seconds) : ''}
                </span>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </div>
  );
}

function PreviewLink({ slug, lesson }: { slug: string; lesson: Lesson }) {
  const { t } = useTranslation('courses');
  const activity = useActivity(lesson.kind);
  return (
    <a className="link inline-flex min-h-11 flex-none items-center" href={paths.previewLesson(slug, lesson.slug)}>
      {t(activity?.previewLabel ?? 'landing.readFree')}
      <span className="vh">
        : <ContentText>{lesson.title}</ContentText>
      </span>
    </a>
  );
}
