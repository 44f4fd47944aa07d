import { useQuery } from '@tanstack/react-query';
import { Check, EyeOff, Lock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { localTimeIn, utcTimeOf } from '#base/shared/wall-clock.ts';
import { useSiteZone } from '#features/platform/options/components/use-site-zone.ts';
import { ContentText } from '#ui/display/content-language.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { DatePicker } from '#ui/fields/date-field.tsx';
import type { SectionWithLessons } from '../../lessons/data.ts';
import { previewQuery } from '../data.ts';
import type { PreviewedState } from '../schema.ts';
import { useMomentText } from './use-condition-text.ts';

export type PreviewProps = { courseId: string; outline: readonly SectionWithLessons[] };

/** Which lessons are open to somebody who enrolled at one moment, at another. */
export function AvailabilityPreview({ courseId, outline }: PreviewProps) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const { zone } = useSiteZone();
  const [now] = useState(() => new Date().toISOString());
  const [started, setStarted] = useState(now);
  const [at, setAt] = useState(now);
  const states = useQuery(previewQuery(db, account_id, courseId, started, at));
  const choose = (set: (moment: string) => void) => (wall: string | null) => set(utcTimeOf(zone, wall) ?? now);
  const lessons = outline.flatMap((section) => section.lessons).filter(({ is_published }) => is_published);
  return (
    <div className="grid gap-4">
      <p className="help">{t('availability.previewHelp')}</p>
      <DatePicker
        hasTime
        label={t('availability.enrolledOn')}
        value={localTimeIn(zone, started)}
        onChange={choose(setStarted)}
      />
      <DatePicker hasTime label={t('availability.seenOn')} value={localTimeIn(zone, at)} onChange={choose(setAt)} />
      {states.isError ? <ErrorState onRetry={() => void states.refetch()} isRetrying={states.isFetching} /> : null}
      {states.data ? (
        <ol className="grid gap-2" aria-live="polite">
          {lessons.map((lesson) => (
            <li key={lesson.id}>
              <PreviewedLesson
                title={lesson.title}
                state={states.data.find(({ lesson_id }) => lesson_id === lesson.id)}
              />
            </li>
          ))}
        </ol>
      ) : (
        <SkeletonList rows={5} />
      )}
    </div>
  );
}

function PreviewedLesson({ title, state }: { title: string; state: PreviewedState | undefined }) {
  const { t } = useTranslation('courses');
  const momentText = useMomentText();
  const isOpen = state?.is_open ?? true;
  const Icon = isOpen ? Check : state?.is_hidden ? EyeOff : Lock;
  const words = isOpen
    ? t('availability.isOpen')
    : state?.is_hidden
      ? t('availability.isHidden')
      : state?.opens_at
        ? t('availability.opensOn', { date: momentText(state.opens_at) })
        : t('availability.notOpen');
  return (
    <p className="flex items-start gap-2">
      <Icon aria-hidden="true" className={`mt-1 size-4 flex-none ${isOpen ? 'text-success' : 'text-ink-3'}`} />
      <span className="min-w-0">
        <ContentText isApart>{title}</ContentText>
        <span className="help block">{words}</span>
      </span>
    </p>
  );
}
