import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '#base/shared/formats.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ContentText } from '#ui/display/content-language.tsx';
import { Note } from '#ui/display/states.tsx';
import { FileField } from '#ui/fields/file-field.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { useLocale } from '#ui/layout/locale.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { showToast } from '#ui/overlays/toaster.tsx';
import type { QuestionDraft } from '../../drafts/rules.ts';
import { type ImportReport, MAX_FILE_BYTES } from '../../question-formats/rules.ts';
import { MAX_QUESTIONS } from '../../rules.ts';
import type { FileProblem } from '../rules.ts';

type ImportDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** How many questions the quiz has. */
  count: number;
  onImport: (questions: QuestionDraft[]) => void;
};

/** Imports questions of a file into the quiz: first what becomes of each, then all that can be taken. */
export function ImportDialog({ isOpen, onOpenChange, ...props }: ImportDialogProps) {
  const { t } = useTranslation('quizzes');
  return (
    <Dialog title={t('exchange.title')} isOpen={isOpen} onOpenChange={onOpenChange} isWide>
      <Import {...props} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

/** The report of a file, or why it can't be read; the readers are loaded with the first file. */
function useReport() {
  const { t } = useTranslation('quizzes');
  const [report, setReport] = useState<(ImportReport & { isXml: boolean }) | null>(null);
  const reading = useSave(
    async (file: File) => {
      const { readQuestions } = await import('../rules.ts');
      return {
        ...readQuestions(file.name, new Uint8Array(await file.arrayBuffer())),
        isXml: /\.xml$/i.test(file.name),
      };
    },
    {
      isInForm: true,
      onSaved: setReport,
      // What has no problem of its own is XML that is none.
      errorText: (error) => t(`exchange.problem.${(error as { problem?: FileProblem }).problem ?? 'broken'}`),
    },
  );
  return { report, reading, reset: () => setReport(null) };
}

function Import({ count, onImport, onClose }: Pick<ImportDialogProps, 'count' | 'onImport'> & { onClose: () => void }) {
  const { t } = useTranslation('quizzes');
  const { locale } = useLocale();
  const { report, reading, reset } = useReport();
  const format = numberFormat(locale);
  if (!report) {
    return (
      <FileField
        label={t('exchange.file')}
        description={t('exchange.text')}
        errorMessage={reading.problem}
        accept={['.xml', '.gift', '.txt', '.csv']}
        maxSize={MAX_FILE_BYTES}
        maxCount={1}
        onFiles={([file]) => file && void reading.save(file)}
      />
    );
  }
  const { taken } = report;
  const room = MAX_QUESTIONS - count;
  function add() {
    onImport(taken.map(({ question }) => question));
    showToast(t('exchange.added', { number: format.format(taken.length) }));
    onClose();
  }
  return (
    <div className="grid gap-4">
      {taken.length > room && <Note tone="error">{t('exchange.tooMany', { max: MAX_QUESTIONS, room })}</Note>}
      <Report report={report} />
      <div className="row justify-end">
        <Button onPress={reset}>{t('exchange.another')}</Button>
        <Button variant="primary" isDisabled={taken.length === 0 || taken.length > room} onPress={add}>
          {t('exchange.add')}
        </Button>
      </div>
    </div>
  );
}

function Report({ report: { taken, left, isXml } }: { report: ImportReport & { isXml: boolean } }) {
  const { t } = useTranslation('quizzes');
  const { locale } = useLocale();
  const format = numberFormat(locale);
  // Of XML the questions are counted, of anything else the lines.
  const placeOf = (line: number) => (isXml ? t('form.title', { number: line }) : t('exchange.line', { line }));
  return (
    <div className="grid max-h-96 gap-4 overflow-y-auto" aria-live="polite">
      {left.length > 0 && (
        <section className="grid gap-2">
          <h3 className="font-semibold">{t('exchange.leftOut', { number: format.format(left.length) })}</h3>
          <ul className="list border-y border-line">
            {left.map(({ line, text, reason }) => (
              <li key={line} className="grid gap-1 py-2">
                <span className="line-clamp-2">
                  <span className="help">{placeOf(line)}</span> <ContentText isApart>{text}</ContentText>
                </span>
                <span className="text-sm text-error">{t(`exchange.reason.${reason}`)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="grid gap-2">
        <h3 className="font-semibold">{t('exchange.ready', { number: format.format(taken.length) })}</h3>
        <ul className="list border-y border-line empty:hidden">
          {taken.map(({ line, question, changes }) => (
            <li key={line} className="grid gap-1 py-2">
              <span className="line-clamp-2">
                <span className="help">{placeOf(line)}</span> <ContentText isApart>{question.prompt}</ContentText>
              </span>
              <span className="help">
                {[t(`kind.${question.kind}`), ...changes.map((change) => t(`exchange.change.${change}`))].join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
