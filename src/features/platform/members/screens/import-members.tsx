import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { ProgressBar } from '#ui/charts/progress.tsx';
import { EmptyState, Note } from '#ui/display/states.tsx';
import { RelativeTime } from '#ui/display/time.tsx';
import { FileField } from '#ui/fields/file-field.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Section } from '#ui/layout/section.tsx';
import { showError, showToast } from '#ui/overlays/toaster.tsx';
import { downloadCsv } from '#ui/table/download-csv.ts';
import { ImportPlan } from '../components/import-plan.tsx';
import { MemberTabs } from '../components/member-tabs.tsx';
import { rolesQuery } from '../data.ts';
import { importReport, importsQuery, startImport } from '../invitations/data.ts';
import { type CsvTable, type ImportLine, largestFile, maxImportRows, parseCsv, textOf } from '../invitations/rules.ts';

/** Imports members from a CSV file: columns, dry run, background job, and a report of every line. */
export default function ImportMembers() {
  const { t } = useTranslation('members');
  const db = useDb();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  const roles = useQuery(rolesQuery(db, account_id)).data ?? [];
  const runs = useQuery(importsQuery(db, account_id));
  const [file, setFile] = useState<{ name: string; table: CsvTable }>();
  const [problem, setProblem] = useState<string>();

  async function read(chosen: File) {
    setProblem(undefined);
    const table = parseCsv(textOf(new Uint8Array(await chosen.arrayBuffer())));
    if (table.rows.length === 0) return setProblem(t('import.empty', { name: chosen.name }));
    if (table.rows.length > maxImportRows)
      return setProblem(t('import.tooMany', { name: chosen.name, count: table.rows.length, limit: maxImportRows }));
    setFile({ name: chosen.name, table });
  }
  async function start(people: readonly ImportLine[], roleId: string) {
    if (!file) return;
    await startImport(db, account_id, people, roleId, file.name);
    setFile(undefined);
    showToast(t('import.started', { count: people.length }));
    await queries.invalidateQueries({ queryKey: ['members', account_id, 'imports'] });
  }
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
    <main id="content" className="page">
      <PageHeader title={t('import.title')} sentence={t('import.sentence')} />
      <MemberTabs />
      <div className="mt-4 grid max-w-4xl gap-8">
        {problem ? <Note tone="error">{problem}</Note> : null}
        {file ? (
          <ImportPlan
            key={file.name}
            name={file.name}
            table={file.table}
            roles={roles}
            onStart={start}
            onCancel={() => setFile(undefined)}
          />
        ) : (
          <FileField
            label={t('import.file')}
            description={t('import.fileHint', { count: maxImportRows })}
            accept={['text/csv', 'text/plain', '.csv']}
            maxSize={largestFile}
            maxCount={1}
            onFiles={([file]) => file && void read(file)}
          />
        )}
        <Section title={t('import.runs')}>
          {runs.data?.length === 0 ? (
            <EmptyState title={t('import.noRuns')}>{t('import.noRunsText')}</EmptyState>
          ) : null}
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
      </div>
    </main>
  );
}
