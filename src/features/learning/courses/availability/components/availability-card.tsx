import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import type { SectionWithLessons } from '../../lessons/data.ts';
import { availabilityQuery } from '../data.ts';
import type { ConditionTree } from '../schema.ts';
import { AvailabilityPanel } from './availability-panel.tsx';
import { useConditionText } from './use-condition-text.ts';
import { usePartChoices } from './use-part-choices.ts';

type AvailabilityCardProps = {
  title?: string;
  courseId: string;
  /** The course, the section or the lesson it is about. */
  part: { id: string; title: string };
  outline: readonly SectionWithLessons[];
  /** Beside the button: another way to set it. */
  children?: ReactNode;
};

/** When a part of a course is open to learners, in words, and the button that changes it. Saved at once. */
export function AvailabilityCard({ courseId, part, outline, children, ...words }: AvailabilityCardProps) {
  const { t } = useTranslation('courses');
  const title = words.title ?? t('availability.title');
  const db = useDb();
  const { account_id } = useAccount();
  const rules = useQuery(availabilityQuery(db, account_id, courseId));
  const [isOpen, setOpen] = useState(false);
  const rule = rules.data?.find(({ id }) => id === part.id) ?? null;
  return (
    <section aria-label={title} className="grid gap-3 rounded-(--radius-box) border border-line p-4">
      <h2 className="flex items-center gap-2 font-semibold">
        <Clock aria-hidden="true" className="size-4 text-ink-3" />
        {title}
      </h2>
      {rules.isError ? <ErrorState onRetry={() => void rules.refetch()} isRetrying={rules.isFetching} /> : null}
      {rules.data ? (
        <>
          {rule ? (
            <ConditionSummary tree={rule.conditions} outline={outline} />
          ) : (
            <p className="help">{t('availability.always')}</p>
          )}
          {rule?.is_hidden ? <p className="help">{t('availability.hiddenUntil')}</p> : null}
          <div className="flex flex-wrap gap-2">
            <Button
              size="sm"
              aria-label={t('availability.changeOf', { title: part.title })}
              onPress={() => setOpen(true)}
            >
              {t('availability.change')}
            </Button>
            {children}
          </div>
          {isOpen ? (
            <AvailabilityPanel
              courseId={courseId}
              part={part}
              rule={rule}
              outline={outline}
              onClose={() => setOpen(false)}
            />
          ) : null}
        </>
      ) : null}
    </section>
  );
}

function ConditionSummary({ tree, outline }: { tree: ConditionTree; outline: readonly SectionWithLessons[] }) {
  const { t } = useTranslation('courses');
  const choices = usePartChoices(outline);
  const conditionText = useConditionText();
  const titleOf = (id: string) =>
    [choices.lessons, choices.courses, choices.groups, choices.products, choices.levels]
      .flat()
      .find((choice) => choice.id === id)?.title ?? null;
  if ('not' in tree)
    return (
      <div className="help grid gap-1">
        <p>{t('availability.notIf')}</p>
        <div className="ps-4">
          <ConditionSummary tree={tree.not} outline={outline} />
        </div>
      </div>
    );
  if ('kind' in tree) {
    // What a condition names has the name of its kind; a result is of a lesson.
    const named: Partial<Record<string, unknown>> = tree;
    const id = String(named[tree.kind] ?? named.lesson ?? '');
    return <p className="help">{conditionText({ ...tree, title: titleOf(id) })}</p>;
  }
  const isAll = 'all' in tree;
  return (
    <div className="help grid gap-1">
      <p>{t(isAll ? 'availability.allOf' : 'availability.anyOf')}</p>
      <ul className="grid list-disc gap-1 ps-6">
        {(isAll ? tree.all : tree.any).map((part) => (
          <li key={JSON.stringify(part)}>
            <ConditionSummary tree={part} outline={outline} />
          </li>
        ))}
      </ul>
    </div>
  );
}
