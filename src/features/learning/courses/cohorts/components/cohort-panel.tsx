import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { cohortsQuery } from '../data.ts';
import type { Cohort } from '../schema.ts';
import { CohortForm } from './cohort-form.tsx';
import { useCohortDay } from './use-cohort-day.ts';

/** The cohorts of a course: listed, added and changed. */
export function CohortPanel({ courseId, onClose }: { courseId: string; onClose: () => void }) {
  const { t } = useTranslation('courses');
  const { account_id } = useAccount();
  const { data, ...query } = useQuery(cohortsQuery(useDb(), account_id, courseId));
  const [edited, setEdited] = useState<Cohort | 'new' | null>(null);
  if (edited)
    return (
      <CohortForm
        courseId={courseId}
        cohort={edited === 'new' ? null : edited}
        onBack={() => setEdited(null)}
        onClose={onClose}
      />
    );
  return (
    <SidePanel
      title={t('cohorts.title')}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" icon={Plus} onPress={() => setEdited('new')}>
          {t('cohorts.add')}
        </Button>
      }
    >
      <p className="help mb-4">{t('cohorts.help')}</p>
      {query.isError ? <ErrorState onRetry={() => void query.refetch()} isRetrying={query.isFetching} /> : null}
      {query.isPending ? <SkeletonList rows={3} /> : null}
      {data?.length === 0 ? <EmptyState title={t('cohorts.none')}>{t('cohorts.noneText')}</EmptyState> : null}
      {data && data.length > 0 ? (
        <ul className="grid gap-3">
          {data.map((cohort) => (
            <CohortRow key={cohort.id} cohort={cohort} onEdit={() => setEdited(cohort)} />
          ))}
        </ul>
      ) : null}
    </SidePanel>
  );
}

function CohortRow({ cohort, onEdit }: { cohort: Cohort; onEdit: () => void }) {
  const { t } = useTranslation('courses');
  const day = useCohortDay();
  const { name, starts_at, ends_at, seats, taken } = cohort;
  return (
    <li className="flex items-start justify-between gap-3">
      <span className="grid gap-1">
        <b className="font-medium">
          <bdi>{name}</bdi>
        </b>
        <span className="muted">
          {ends_at
            ? t('cohorts.fromTo', { from: day(starts_at), to: day(ends_at) })
            : t('cohorts.starts', { date: day(starts_at) })}
        </span>
        <span className="muted">
          {seats === null ? t('cohorts.taken', { taken }) : t('cohorts.takenOf', { taken, seats })}
        </span>
      </span>
      <IconButton icon={Pencil} label={t('cohorts.editOf', { name })} onPress={onEdit} />
    </li>
  );
}
