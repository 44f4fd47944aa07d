import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { ContentText } from '#ui/display/content-language.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState, Note } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { Form } from '#ui/fields/form.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { Segmented } from '#ui/fields/segmented.tsx';
import { TextArea } from '#ui/fields/text-field.tsx';
import { useErrorText, useSave } from '#ui/fields/use-save.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { detailsQuery, enterGrades, gradebookKey } from '../data.ts';
import { MAX_POINTS } from '../rules.ts';
import type { EntryStatus, GradebookRow, GradeDetails, GradeEntry, GradeItem } from '../schema.ts';
import { useGradeTexts } from './grade-text.ts';

export type OpenGrade = { row: GradebookRow; item: GradeItem };
type PanelProps = { courseId: string; open: OpenGrade; onClose: () => void };

/** One grade of a student: entered by hand or from the lesson, with a comment and every change. */
export function GradePanel({ courseId, open: { row, item }, onClose }: PanelProps) {
  const db = useDb();
  const textOf = useErrorText();
  const { account_id } = useAccount();
  const [isChanged, setChanged] = useState(false);
  const details = useQuery(detailsQuery(db, account_id, courseId, item.id, row.member_id));
  return (
    <SidePanel
      title={<bdi>{row.name}</bdi>}
      isOpen
      isChanged={isChanged}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <p className="mb-4 font-medium">
        <ContentText>{item.title}</ContentText>
      </p>
      {details.isError ? (
        <ErrorState onRetry={() => void details.refetch()} isRetrying={details.isFetching}>
          {textOf(details.error)}
        </ErrorState>
      ) : null}
      {details.isPending ? <SkeletonText lines={5} /> : null}
      {details.data ? (
        <div className="grid gap-6">
          {details.data.is_own ? null : (
            <EntryForm
              key={details.data.version}
              {...{ courseId, row, item, details: details.data, onClose }}
              onChange={() => setChanged(true)}
            />
          )}
          <History history={details.data.history} />
        </div>
      ) : null}
    </SidePanel>
  );
}

type EntryProps = OpenGrade & { courseId: string; details: GradeDetails; onChange: () => void; onClose: () => void };

/** What is entered for one grade, and its save. */
function useEntry({ courseId, row, item, details, onClose }: Omit<EntryProps, 'onChange'>) {
  const { t } = useTranslation('gradebook');
  const db = useDb();
  const { account_id } = useAccount();
  const [status, setStatus] = useState<EntryStatus>(statusOf(item, details));
  const [points, setPoints] = useState<number | null>(details.points);
  const [note, setNote] = useState(details.note);
  const isEmpty = status === 'points' && points === null;
  const entry: GradeEntry = {
    item_id: item.id,
    member_id: row.member_id,
    version: details.version,
    status: isEmpty ? 'none' : status,
    points: status === 'points' ? points : null,
    note: isEmpty || status === 'none' ? '' : note,
  };
  const saving = useSave(() => enterGrades(db, courseId, [entry]), {
    isInForm: true,
    invalidates: [gradebookKey(account_id, courseId)],
    done: t('saved'),
    onSaved: onClose,
  });
  return { status, setStatus, points, setPoints, note, setNote, ...saving };
}

function statusOf(item: GradeItem, details: GradeDetails): EntryStatus {
  if (!details.is_entered) return item.lesson_id ? 'none' : 'points';
  return details.state === 'excused' || details.state === 'missing' ? details.state : 'points';
}

function EntryForm({ onChange, ...props }: EntryProps) {
  const { t } = useTranslation('gradebook');
  const texts = useGradeTexts();
  const { item } = props;
  const { status, setStatus, points, setPoints, note, setNote, save, isSaving, problem } = useEntry(props);
  const change = (apply: () => void) => {
    apply();
    onChange();
  };
  const choices = (['none', 'points', 'excused', 'missing'] as const).filter((id) => id !== 'none' || item.lesson_id);
  return (
    <Form label={t('grade')} problem={problem} onSubmit={() => void save()}>
      <Segmented<EntryStatus>
        label={t('grade')}
        value={status}
        options={choices.map((id) => ({ id, label: t(`status.${id}`) }))}
        onChange={(id) => change(() => setStatus(id))}
      />
      {status === 'points' ? (
        <NumberField
          label={t('points')}
          digits={2}
          maxValue={MAX_POINTS * 100}
          className="max-w-48"
          suffix={t('outOf', { points: texts.points(item.points) })}
          value={points === null ? null : Math.round(points * 100)}
          onChange={(scaled) => change(() => setPoints(scaled === null ? null : scaled / 100))}
        />
      ) : null}
      {status === 'none' ? (
        <Note>{t('fromLesson')}</Note>
      ) : (
        <TextArea
          label={t('note')}
          description={t('noteHelp')}
          maxLength={1000}
          rows={3}
          dir="auto"
          value={note}
          onChange={(text) => change(() => setNote(text))}
        />
      )}
      <div>
        <Button variant="primary" type="submit" isBusy={isSaving}>
          {t('save')}
        </Button>
      </div>
    </Form>
  );
}

function History({ history }: { history: GradeDetails['history'] }) {
  const { t } = useTranslation('gradebook');
  const texts = useGradeTexts();
  if (history.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h3 className="text-sm font-semibold">{t('history')}</h3>
      <ul className="grid gap-2 text-sm">
        {history.map((change) => (
          <li key={`${change.at}-${change.is_entered}`} className="grid gap-0.5">
            <span className="row justify-between">
              <strong className="num">
                {change.points === null ? t(`status.${change.status}`) : texts.points(change.points)}
              </strong>
              <span className="muted">
                <RelativeTime when={change.at} />
              </span>
            </span>
            <span className="help">
              {t(change.is_import ? 'byImport' : change.is_entered ? 'byHand' : 'byLesson')}
              {change.grader ? (
                <>
                  {' · '}
                  <bdi>{change.grader}</bdi>
                </>
              ) : null}
            </span>
            {change.note ? <span dir="auto">{change.note}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
