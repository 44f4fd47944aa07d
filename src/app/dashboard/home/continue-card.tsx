import { Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { AccessEnd } from '#features/learning/courses/components/access-end.tsx';
import { CoursePicture } from '#features/learning/courses/components/course-picture.tsx';
import type { MyCourse } from '#features/learning/courses/my-courses/data.ts';
import { paths } from '#paths';
import { LinkButton } from '#ui/buttons/button.tsx';
import { ProgressRing } from '#ui/charts/progress-ring.tsx';
import { ContentText, useContentAttributes } from '#ui/display/content-language.tsx';

/** Continue learning: the last visited course. */
export function ContinueCard({ mine }: { mine: MyCourse }) {
  const { t } = useTranslation('dashboard');
  const { course } = mine;
  const written = useContentAttributes();
  return (
    <article className="card grid gap-4 p-3 shadow-md sm:grid-cols-[minmax(0,17rem)_minmax(0,1fr)]">
      <CoursePicture picture={course.featured_image} className="aspect-video rounded-lg sm:aspect-[3/2]" />
      <div className="grid content-between gap-4 p-1">
        <div className="grid gap-1">
          <p className="help">{t('learner.done', { done: mine.done, total: mine.total })}</p>
          <h3 className="text-lg font-semibold" {...written}>
            {course.title}
          </h3>
          <p className="muted line-clamp-3" {...written}>
            {course.summary}
          </p>
          <AccessEnd enrolment={mine} />
        </div>
        <div className="flex items-center justify-between gap-3">
          <LinkButton variant="primary" icon={Play} href={paths.player(course.slug)}>
            {t(mine.seen_at ? 'learner.resume' : 'learner.start')}
            <span className="vh">
              : <ContentText>{course.title}</ContentText>
            </span>
          </LinkButton>
          <span className="row">
            <ProgressRing label={t('learner.progress', { title: course.title })} percent={mine.percent} size={8} />
            <span className="muted num">{t('percent', { share: mine.percent / 100 })}</span>
          </span>
        </div>
      </div>
    </article>
  );
}
