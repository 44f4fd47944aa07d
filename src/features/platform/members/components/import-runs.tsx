import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { ProgressBar } from '#ui/charts/progress.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { Section } from '#ui/layout/section.tsx';
import { showError } from '#ui/overlays/toaster.tsx';
import { downloadCsv } from '#ui/table/download-csv.ts';
import { importReport, importsQuery } from '../invitations/data.ts';

/** The imports so far, with their progress and the reports to download. */
export function ImportRuns() {
  const { t } = useTranslation('members');
  const db = useDb();
  const { account_id } = useAccount();
  const runs = useQuery(importsQuery(db, account_id));

  async function download(id: string, name: string) {
    try {
      const lines = await importReport(db, account_id, id);
      const head = [t('import.line'), t('field.email'), t('field.name'), t('import.outcomeHead')];
      const rows = lines.map((line) => [String(line.line), line.email, line.name, t(`import.outcome.${line.outcome}`)]);
      await downloadCsv(`report-${name.replace(/\.csv$/i, '')}`, head, rows);
    } catch (error) {
      showError((error as Error).message);
    }
  }
  return (
    <Section title={t('import.runs')}>
      {runs.data?.length === 0 ? <EmptyState title={t('import.noRuns')}>{t('import.noRunsText')}</EmptyState> : null}
      <ul className="list">
        {runs.data?.map((run) => (
          <li key={run.id} className="list-row">
            <div className="grid min-w-0 flex-1 gap-1">
              <bdi className="cut font-medium">{run.file_name}</bdi>
              {run.finished_at ? (
                <span className="help">
                  {t('import.finished', { count: run.total })} · <RelativeTime when={run.created_at} />
                </span>
              ) : (
                <ProgressBar
                  label={t('import.running', { done: run.done, count: run.total })}
                  isLabelled
                  percent={(run.done / run.total) * 100}
                />
              )}
            </div>
            <Button
              size="sm"
              icon={Download}
              isDisabled={!run.finished_at}
              onPress={() => void download(run.id, run.file_name)}
            >
              {t('import.report')}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
