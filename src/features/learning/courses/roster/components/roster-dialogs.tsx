import { CohortDialog } from '../../cohorts/components/cohort-dialog.tsx';
import { CohortPanel } from '../../cohorts/components/cohort-panel.tsx';
import type { Student } from '../schema.ts';
import { AccessDialog } from './access-dialog.tsx';
import { EnrolGroupDialog } from './enrol-group-dialog.tsx';
import { EnrolPanel } from './enrol-panel.tsx';

/** What is open above the roster. */
export type RosterTask =
  | { kind: 'people' | 'group' | 'cohorts' }
  | { kind: 'access'; students: readonly Student[] }
  | { kind: 'move'; enrolments: readonly string[] };

type DialogsProps = { task: RosterTask | null; courseId: string; onClose: () => void; onEnrolled: () => void };

export function RosterDialogs({ task, courseId, onClose, onEnrolled }: DialogsProps) {
  switch (task?.kind) {
    case 'people':
      return <EnrolPanel courseId={courseId} onClose={onClose} onEnrolled={onEnrolled} />;
    case 'group':
      return <EnrolGroupDialog courseId={courseId} onClose={onClose} onEnrolled={onEnrolled} />;
    case 'cohorts':
      return <CohortPanel courseId={courseId} onClose={onClose} />;
    case 'access':
      return <AccessDialog courseId={courseId} students={task.students} onClose={onClose} />;
    case 'move':
      return <CohortDialog courseId={courseId} enrolments={task.enrolments} onClose={onClose} />;
    default:
      return null;
  }
}
