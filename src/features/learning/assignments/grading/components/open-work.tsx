import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '#ui/display/badge.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import type { QueueRow } from '../data.ts';
import { OwnDue } from './own-due.tsx';

/** Who has not handed in yet, the one due first on top; each can be given more time. */
export function OpenWork({ rows, paging }: { rows: readonly QueueRow[]; paging: ReactNode }) {
  const { t } = useTranslation('assignments');
  return (
    <div className="grid gap-4">
      <ul className="list border-y border-line">
        {rows.map((row) => (
          <li key={`${row.assignment_id} ${row.member_id}`} className="list-row flex-wrap ps-0 pe-0">
            <span className="grid flex-1 basis-60">
              <span className="row font-medium">
                <bdi>{row.name}</bdi> {row.is_late && <Badge tone="warning">{t('state.overdue')}</Badge>}
              </span>
              <span className="help">
                <bdi>{row.course}</bdi> · <bdi>{row.title}</bdi>
              </span>
            </span>
            <span className="help">
              {row.since ? (
                <>
                  {t('facts.due')}: <RelativeTime when={row.since} />
                </>
              ) : (
                t('facts.never')
              )}
            </span>
            {row.member_id && (
              <OwnDue
                assignmentId={row.assignment_id}
                memberId={row.member_id}
                name={row.name ?? ''}
                dueAt={row.since}
              />
            )}
          </li>
        ))}
      </ul>
      {paging}
    </div>
  );
}
