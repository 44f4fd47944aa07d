import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Note } from '#ui/display/states.tsx';
import { FileField } from '#ui/fields/file-field.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { showToast } from '#ui/overlays/toaster.tsx';
import { ImportPlan } from '../components/import-plan.tsx';
import { ImportRuns } from '../components/import-runs.tsx';
import { MemberTabs } from '../components/member-tabs.tsx';
import { useRoles } from '../components/use-roles.ts';
import { startImport } from '../invitations/data.ts';
import { type CsvTable, type ImportLine, largestFile, maxImportRows, parseCsv, textOf } from '../invitations/rules.ts';

/** Imports members from a CSV file: columns, dry run, background job, and a report of every line. */
export default function ImportMembers() {
  const { t } = useTranslation('members');
  const db = useDb();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  const roles = useRoles();
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
        <ImportRuns />
      </div>
    </main>
  );
}
