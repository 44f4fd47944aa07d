import {
  CalendarDays,
  Clock,
  Infinity as Forever,
  Languages,
  type LucideIcon,
  SignalHigh,
  Smartphone,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { commaList } from '#base/shared/formats.ts';
import { paths } from '#paths';
import { buttonClass } from '#ui/buttons/button-class.ts';
import { NextStart } from '../cohorts/components/next-start.tsx';
import type { OpenCohort } from '../cohorts/schema.ts';
import type { Course } from '../data.ts';
import { accessLabel } from './access-label.ts';
import { useCourseOffer } from './course-offers.tsx';
import { durationText } from './duration-text.ts';

/** Price, call to action and key facts; sticky while the page scrolls. */
export function BuyCard({ course, starts }: { course: Course; starts: readonly OpenCohort[] }) {
  const { t } = useTranslation('courses');
  const { locale } = useSite();
  const offer = useCourseOffer(course.id);
  const language = new Intl.DisplayNames([locale], { type: 'language' }).of(course.language) ?? course.language;
  return (
    <div className="card card-pad grid gap-4 shadow-2">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <b className="hd d-48">{offer?.price ?? accessLabel(t, course.access)}</b>
        {offer?.regular}
        <span className="text-sm text-ink-3">
          {offer ? offer.note : course.access === 'paid' ? null : t(`landing.note.${course.access}`)}
        </span>
      </p>
      {offer ? offer.action : <OwnAction course={course} />}
      <p className="text-center text-sm text-ink-2">
        {t('landing.already')}{' '}
        <a className="link" href={paths.player(course.slug)}>
          {t('landing.continue')}
        </a>
      </p>
      <ul className="grid gap-3 border-t border-line pt-4 text-sm text-ink-2">
        {starts[0] ? (
          <Fact icon={CalendarDays}>
            <NextStart cohort={starts[0]} />
          </Fact>
        ) : null}
        <Fact icon={Clock}>
          {commaList([t('lessons', { count: course.lesson_count }), durationText(t, course.duration_seconds)], locale)}
        </Fact>
        <Fact icon={SignalHigh}>{t(`level.${course.level}`)}</Fact>
        <Fact icon={Languages}>{language}</Fact>
        <Fact icon={Smartphone}>{t('landing.everywhere')}</Fact>
        {course.access === 'members' ? null : <Fact icon={Forever}>{t('landing.yours')}</Fact>}
      </ul>
    </div>
  );
}

function OwnAction({ course }: { course: Course }) {
  const { t } = useTranslation('courses');
  if (course.access === 'free') {
    return (
      <a className={buttonClass({ variant: 'primary', size: 'xl', isBlock: true })} href={paths.player(course.slug)}>
        {t('landing.startFree')}
      </a>
    );
  }
  return <p className="text-ink-2">{t(`landing.closed.${course.access === 'members' ? 'members' : 'paid'}`)}</p>;
}

function Fact({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex items-start gap-3">
      <Icon aria-hidden="true" className="mt-0.5 size-4 flex-none text-ink-3" />
      <span>{children}</span>
    </li>
  );
}
