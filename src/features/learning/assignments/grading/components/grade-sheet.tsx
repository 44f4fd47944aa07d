import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { numberFormat } from '#base/shared/formats.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/display/states.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { UnsavedGuard } from '#ui/fields/save-bar.tsx';
import { TextArea } from '#ui/fields/text-field.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { useLocale } from '#ui/layout/locale.ts';
import { GradeView } from '../../components/grade-view.tsx';
import { HandInView } from '../../components/hand-in-view.tsx';
import { chosenPoints, lateDeduction } from '../../rules.ts';
import { type GradeEntry, gradeWork, type Sheet, sheetQuery } from '../data.ts';
import { OwnDue } from './own-due.tsx';
import { RubricChoice } from './rubric-choice.tsx';

/** What was entered and not saved yet, by work and version: going on to another one and back keeps it. */
const entered = new Map<string, GradeEntry>();

/** Handed-in work with its grade. */
export function GradeSheet({ sheet, onGraded }: { sheet: Sheet; onGraded: () => void }) {
  const { t } = useTranslation('assignments');
  const [newest, ...older] = sheet.handed_in;
  const { late_unit } = sheet.rules;
  return (
    <div className="grid gap-5">
      {newest && (
        <div className="card p-4">
          <HandInView handIn={newest} unit={late_unit} />
        </div>
      )}
      {(older.length > 0 || sheet.grades.length > 0) && (
        <details className="fold">
          <summary className="text-sm">{t('grade.before')}</summary>
          <div className="grid gap-4 py-3">
            {sheet.grades.map((grade) => (
              <GradeView key={grade.id} grade={grade} rubric={sheet.rules.rubric} unit={late_unit} />
            ))}
            {older.map((one) => (
              <HandInView key={one.number} handIn={one} unit={late_unit} />
            ))}
          </div>
        </details>
      )}
      <GradeForm key={`${sheet.id} ${sheet.version}`} sheet={sheet} onGraded={onGraded} />
      {sheet.name !== null && sheet.member_id && (
        <OwnDue
          assignmentId={sheet.rules.id}
          memberId={sheet.member_id}
          name={sheet.name}
          dueAt={sheet.own_due_at ?? sheet.rules.due_at}
        />
      )}
    </div>
  );
}

/** The entry for a work, and saving it. */
function useGrading(sheet: Sheet, onGraded: () => void) {
  const { t } = useTranslation('assignments');
  const db = useDb();
  const cache = useQueryClient();
  const { account_id } = useAccount();
  const key = `${sheet.id} ${sheet.version}`;
  const last = sheet.status === 'graded' ? sheet.grades[0] : undefined;
  const [first] = useState<GradeEntry>(() => ({
    points: last?.earned ?? null,
    rubric: last?.rubric ?? {},
    feedback: last?.feedback ?? '',
  }));
  const [entry, setEntry] = useState<GradeEntry>(() => entered.get(key) ?? first);
  const isChanged = JSON.stringify(entry) !== JSON.stringify(first);
  function enter(next: GradeEntry) {
    setEntry(next);
    entered.set(key, next);
  }
  const { save, isSaving, problem } = useSave(() => gradeWork(db, sheet, entry), {
    onSaved: async (saved) => {
      entered.delete(key);
      onGraded();
      cache.setQueryData(sheetQuery(db, account_id, sheet.id).queryKey, saved);
      await cache.invalidateQueries({ queryKey: ['assignments', account_id, 'queue'] });
    },
    done: t('grade.saved'),
    isInForm: true,
  });
  const canSave = entry.points !== null && !Number.isNaN(entry.points);
  return { entry, enter, isChanged, canSave, save: () => canSave && void save(), isSaving, problem };
}

function GradeForm({ sheet, onGraded }: { sheet: Sheet; onGraded: () => void }) {
  const { t } = useTranslation('assignments');
  const { entry, enter, isChanged, canSave, save, isSaving, problem } = useGrading(sheet, onGraded);
  const { rubric, points } = sheet.rules;
  function saveByKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    save();
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut beside the button that does the same
    <div className="grid gap-4" onKeyDown={saveByKey}>
      <UnsavedGuard changed={isChanged ? [t('grade.title')] : NOTHING} />
      <h3 className="text-base font-semibold">{t('grade.title')}</h3>
      {rubric.length > 0 && (
        <RubricChoice
          rubric={rubric}
          chosen={entry.rubric}
          onChange={(chosen) =>
            enter({ ...entry, rubric: chosen, points: chosenPoints(rubric, chosen) ?? entry.points })
          }
        />
      )}
      <NumberField
        label={t('grade.points')}
        digits={2}
        maxValue={points * 100}
        suffix={`/ ${points}`}
        className="max-w-48"
        value={entry.points === null ? null : Math.round(entry.points * 100)}
        onChange={(scaled) => enter({ ...entry, points: scaled === null ? null : scaled / 100 })}
      />
      <LatePoints sheet={sheet} points={canSave ? entry.points : null} />
      <TextArea
        label={t('grade.feedback')}
        isOptional
        rows={4}
        maxLength={10_000}
        dir="auto"
        value={entry.feedback}
        onChange={(feedback) => enter({ ...entry, feedback })}
      />
      {problem && <Note tone="error">{problem}</Note>}
      <div className="row justify-end">
        <Button variant="primary" isBusy={isSaving} isDisabled={!canSave} onPress={save}>
          {t('grade.save')}
        </Button>
      </div>
    </div>
  );
}

const NOTHING: readonly string[] = [];

/** What lateness will take off; the server decides. */
function LatePoints({ sheet: { handed_in, rules }, points }: { sheet: Sheet; points: number | null }) {
  const { t } = useTranslation('assignments');
  const { locale } = useLocale();
  const units = handed_in[0]?.late_units ?? 0;
  if (points === null || units === 0) return null;
  const deducted = lateDeduction(points, units, rules);
  if (deducted === 0) return null;
  const number = numberFormat(locale);
  return (
    <p className="help" role="status">
      {t('grade.late', { deducted: number.format(deducted), points: number.format(points - deducted) })}
    </p>
  );
}
