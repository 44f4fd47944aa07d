import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { Note } from '#ui/display/states.tsx';
import { FileField } from '#ui/fields/file-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { type ImportAnswer, importRedirects, livePaths } from '../data.ts';
import { type Line, linesOfCsv, MOST_LINES } from '../rules.ts';
import { sentenceOf } from './redirect-form.tsx';

/** Imports redirects from a CSV file; lists rejected rows with line number and reason. */
export function RedirectImport({ onClose, onDone }: { onClose: () => void; onDone: () => Promise<unknown> }) {
  const { t } = useTranslation('redirects');
  const db = useDb();
  const { account_id } = useAccount();
  const { origin } = useSite();
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<(ImportAnswer & { lines: Line[]; waiting: Line[] }) | null>(null);

  async function take([file]: File[]) {
    if (!file) return;
    setProblem('');
    setAnswer(null);
    const lines = linesOfCsv(await file.text(), origin);
    if (lines.length === 0) return setProblem(t('import.empty'));
    if (lines.length > MOST_LINES) return setProblem(t('import.tooMany', { count: lines.length, most: MOST_LINES }));
    setBusy(true);
    try {
      const taken = await importRedirects(db, account_id, lines);
      const refused = new Set(taken.problems.map(({ line }) => line));
      const kept = lines.filter((_, at) => !refused.has(at + 1));
      const live = new Set(
        await livePaths(
          db,
          account_id,
          kept.map(({ from_path }) => from_path),
        ),
      );
      setAnswer({ ...taken, lines, waiting: kept.filter(({ from_path }) => live.has(from_path)) });
      await onDone();
    } catch (error) {
      setProblem(sentenceOf(error, t));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Dialog title={t('import.title')} isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <p className="muted">{t('import.text')}</p>
      <pre dir="ltr" className="rounded-lg bg-base-200 p-3">
        {'/old-page,/new-page\n/2019/*,/blog/*,301\n/sale,https://example.org/sale,302'}
      </pre>
      <FileField
        label={t('import.file')}
        accept={['.csv', 'text/csv', 'text/plain']}
        maxSize={1024 * 1024}
        maxCount={1}
        isDisabled={isBusy}
        errorMessage={problem || undefined}
        onFiles={(files) => void take(files)}
      />
      {answer ? (
        <>
          <Note tone={answer.problems.length > 0 ? 'warning' : 'success'}>
            {t('import.done', { count: answer.done })}
            {answer.problems.length > 0 ? ` ${t('import.refused', { count: answer.problems.length })}` : ''}
          </Note>
          <ul className="grid gap-1">
            {answer.problems.map(({ line, problem: why }) => (
              <li key={line}>
                <bdi>{answer.lines[line - 1]?.from_path}</bdi>: {why ?? t('form.wrong')}
              </li>
            ))}
          </ul>
          {answer.waiting.length > 0 ? (
            <>
              <Note tone="warning">{t('import.waiting')}</Note>
              <ul className="grid gap-1">
                {answer.waiting.map(({ from_path }) => (
                  <li key={from_path}>
                    <bdi>{from_path}</bdi>
                  </li>
                ))}
              </ul>
            </>
          ) : null}
        </>
      ) : null}
    </Dialog>
  );
}
