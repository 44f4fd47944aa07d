import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { Note } from '#ui/display/states.tsx';
import { FileField } from '#ui/fields/file-field.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { type ImportResult, importRedirects, livePaths } from '../data.ts';
import { type ImportedRow, linesOfCsv, MAX_ROWS } from '../rules.ts';
import { errorMessage } from './redirect-form.tsx';

/** A file with no line, or with too many. */
class UnusableFile extends Error {}

type Report = ImportResult & { lines: ImportedRow[]; waiting: ImportedRow[] };

/** Imports redirects from a CSV file; lists rejected rows with line number and reason. */
export function RedirectImport({ onClose, onDone }: { onClose: () => void; onDone: () => Promise<unknown> }) {
  const { t } = useTranslation('redirects');
  const db = useDb();
  const { account_id } = useAccount();
  const { origin } = useSite();
  const [result, setResult] = useState<Report | null>(null);

  const {
    save: importFile,
    isSaving: isBusy,
    problem,
  } = useSave(
    async (file: File) => {
      setResult(null);
      const lines = linesOfCsv(await file.text(), origin);
      if (lines.length === 0) throw new UnusableFile(t('import.empty'));
      if (lines.length > MAX_ROWS) throw new UnusableFile(t('import.tooMany', { count: lines.length, most: MAX_ROWS }));
      const imported = await importRedirects(db, account_id, lines);
      const rejected = new Set(imported.problems.map(({ line }) => line));
      const accepted = lines.filter((_, at) => !rejected.has(at + 1));
      const live = new Set(
        await livePaths(
          db,
          account_id,
          accepted.map(({ from_path }) => from_path),
        ),
      );
      setResult({ ...imported, lines, waiting: accepted.filter(({ from_path }) => live.has(from_path)) });
      await onDone();
    },
    { isInForm: true, errorText: (error) => (error instanceof UnusableFile ? error.message : errorMessage(error, t)) },
  );
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
        errorMessage={problem}
        onFiles={([file]) => file && void importFile(file)}
      />
      {result ? <ImportReport result={result} /> : null}
    </Dialog>
  );
}

/** What an import did: rejected rows with their reason, and rows whose path still serves a page. */
function ImportReport({ result }: { result: Report }) {
  const { t } = useTranslation('redirects');
  return (
    <>
      <Note tone={result.problems.length > 0 ? 'warning' : 'success'}>
        {t('import.done', { count: result.done })}
        {result.problems.length > 0 ? ` ${t('import.refused', { count: result.problems.length })}` : ''}
      </Note>
      <ul className="grid gap-1">
        {result.problems.map(({ line, problem: reason }) => (
          <li key={line}>
            <bdi>{result.lines[line - 1]?.from_path}</bdi>: {reason ?? t('form.wrong')}
          </li>
        ))}
      </ul>
      {result.waiting.length > 0 ? (
        <>
          <Note tone="warning">{t('import.waiting')}</Note>
          <ul className="grid gap-1">
            {result.waiting.map(({ from_path }) => (
              <li key={from_path}>
                <bdi>{from_path}</bdi>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}
