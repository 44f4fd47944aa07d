import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/display/states.tsx';
import { FileField } from '#ui/fields/file-field.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { useLocale } from '#ui/layout/locale.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { enterGrades, gradebookKey, gradePages } from '../../data.ts';
import type { GradebookRow, GradebookSetup } from '../../schema.ts';
import { type FileProblem, type GradeFile, readGradeFile } from '../rules.ts';

const MAX_FILE_BYTES = 5_000_000;
const SHOWN = 200;

type ImportPanelProps = { courseId: string; setup: GradebookSetup; onClose: () => void };

/** Reads grades from a file: first it says what would change, then it does so, all or nothing. */
export function ImportPanel({ courseId, setup, onClose }: ImportPanelProps) {
  const { t } = useTranslation('gradebook');
  const [file, setFile] = useState<GradeFile | null>(null);
  const [isUnread, setUnread] = useState(false);
  const reading = useReading(courseId, setup, (read) => {
    setFile(read);
    setUnread(read === null);
  });
  const importing = useImport(courseId, onClose);
  const number = file?.changes.length ?? 0;
  return (
    <SidePanel
      title={t('import.title')}
      isOpen
      isWide
      isChanged={number > 0}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        file ? (
          <Button
            variant="primary"
            isDisabled={number === 0}
            isBusy={importing.isSaving}
            onPress={() => void importing.save(file)}
          >
            {t('import.confirm', { number })}
          </Button>
        ) : null
      }
    >
      <div className="grid gap-5">
        <FileField
          label={t('import.file')}
          description={t('import.help')}
          accept={['.csv', '.txt']}
          maxSize={MAX_FILE_BYTES}
          onFiles={([chosen]) => chosen && void reading.save(chosen)}
        />
        <div className="grid gap-5" aria-live="polite">
          {isUnread ? <Note tone="error">{t('import.notRead')}</Note> : null}
          {importing.problem ? <Note tone="error">{importing.problem}</Note> : null}
          {file ? <Preview file={file} /> : null}
        </div>
      </div>
    </SidePanel>
  );
}

function useReading(courseId: string, setup: GradebookSetup, onRead: (file: GradeFile | null) => void) {
  const db = useDb();
  const { locale } = useLocale();
  return useSave(
    async (chosen: File) => {
      const { readCsv } = await import('#base/shared/csv.ts');
      const rows: GradebookRow[] = [];
      const everyone = { search: '', sort: 'name', isDescending: false, withEnded: true } as const;
      for await (const page of gradePages(db, courseId, everyone)) rows.push(...page);
      return readGradeFile(readCsv(await chosen.text()), { items: setup.items, rows, locale });
    },
    { onSaved: onRead },
  );
}

function useImport(courseId: string, onClose: () => void) {
  const { t } = useTranslation('gradebook');
  const db = useDb();
  const { account_id } = useAccount();
  return useSave(
    ({ changes }: GradeFile) =>
      enterGrades(
        db,
        courseId,
        changes.map(({ entry }) => entry),
        true,
      ),
    {
      isInForm: true,
      invalidates: [gradebookKey(account_id, courseId)],
      done: (number) => t('import.done', { number }),
      onSaved: onClose,
    },
  );
}

function Preview({ file: { changes, problems } }: { file: GradeFile }) {
  const { t } = useTranslation('gradebook');
  return (
    <>
      {problems.length > 0 ? (
        <section className="grid gap-2">
          <h3 className="font-semibold">{t('import.problems')}</h3>
          <ul className="grid gap-1 text-sm">
            {problems.slice(0, SHOWN).map((problem) => (
              <li key={JSON.stringify(problem)}>
                <Problem problem={problem} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <section className="grid gap-2">
        <h3 className="font-semibold">
          {changes.length > 0 ? t('import.changes', { number: changes.length }) : t('import.none')}
        </h3>
        <ul className="grid gap-1 text-sm">
          {changes.slice(0, SHOWN).map(({ name, title, before, after, entry }) => (
            <li key={`${entry.member_id}${entry.item_id}`} className="flex flex-wrap justify-between gap-x-3">
              <span>
                <bdi>{name}</bdi> · <bdi>{title}</bdi>
              </span>
              <span className="num" dir="ltr">
                {before || '–'} → <strong>{after}</strong>
              </span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function Problem({ problem }: { problem: FileProblem }) {
  const { t } = useTranslation('gradebook');
  if (problem.kind === 'unknownColumn') return <>{t('import.unknownColumn', { title: problem.title })}</>;
  const { line, title, text } = problem;
  return <>{t('import.line', { line, problem: t(`import.${problem.kind}`, { title, text }) })}</>;
}
