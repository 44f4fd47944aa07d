import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { LessonState } from '../schema.ts';
import { ConditionReasons } from './condition-reasons.tsx';
import { useMomentText } from './use-condition-text.ts';

/** In the place of a lesson that is not open yet: when it opens, and what is to be done first. */
export function LockedLesson({ state, courseSlug }: { state: LessonState; courseSlug: string }) {
  const { t } = useTranslation('courses');
  const momentText = useMomentText();
  return (
    <section
      aria-label={t('availability.locked')}
      className="grid max-w-2xl gap-4 rounded-(--radius-box) border border-line bg-base-200 p-6"
    >
      <p className="flex items-center gap-3 font-semibold">
        <Lock aria-hidden="true" className="size-5 flex-none text-ink-3" />
        {state.opens_at ? t('availability.opensOn', { date: momentText(state.opens_at) }) : t('availability.notOpen')}
      </p>
      {state.opens_at && onlyTime(state) ? null : (
        <ConditionReasons trees={state.rules.filter(({ met }) => !met)} courseSlug={courseSlug} />
      )}
    </section>
  );
}

/** Whether a single date is all that is missing: it is told already. */
function onlyTime({ rules }: LessonState): boolean {
  const unmet = rules.filter(({ met }) => !met);
  const [first] = unmet;
  return unmet.length === 1 && first !== undefined && 'kind' in first;
}
