import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/display/states.tsx';
import { Select } from '#ui/fields/select.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { TableScroll } from '#ui/table/table-scroll.tsx';
import type { Role } from '../data.ts';
import { checkImport, type ReportLine } from '../invitations/data.ts';
import {
  type CsvTable,
  guessMapping,
  type ImportLine,
  type Mapping,
  noColumn,
  peopleOf,
} from '../invitations/rules.ts';
import { useRoleNames } from './role-name.ts';

/** Rows shown in the preview; the report has all of them. */
const MAX_PREVIEW_ROWS = 100;

/** Maps the CSV columns and previews the outcome of each row. */
export function ImportPlan({
  name,
  table,
  roles,
  onStart,
  onCancel,
}: {
  name: string;
  table: CsvTable;
  roles: readonly Role[];
  onStart: (people: readonly ImportLine[], roleId: string) => Promise<void>;
  onCancel: () => void;
}) {
  const { t } = useTranslation('members');
  const db = useDb();
  const { account_id } = useAccount();
  const nameOf = useRoleNames();
  const assignable = roles.filter(({ kind }) => kind !== 'owner');
  const student = assignable.find(({ kind }) => kind === 'student')?.role_id ?? '';
  const [mapping, setMapping] = useState<Mapping>(() => guessMapping(table));
  const [roleId, setRoleId] = useState('');
  const [report, setReport] = useState<ReportLine[]>();
  const role = roleId || student;
  const people = peopleOf(table, mapping);
  const validCount = report?.filter(({ outcome }) => outcome === 'waiting').length ?? 0;
  const columns = table.head.map((title, index) => ({
    id: String(index),
    label: title || t('import.column', { number: index + 1 }),
  }));

  function change(patch: Partial<Mapping>) {
    setMapping({ ...mapping, ...patch });
    setReport(undefined);
  }
  const {
    save: run,
    isSaving: isBusy,
    problem,
  } = useSave((action: () => Promise<void>) => action(), { isInForm: true });
  const columnSelect = (field: keyof Mapping, label: string) => (
    <Select
      label={label}
      value={String(mapping[field])}
      onChange={(id) => change({ [field]: Number(id) })}
      options={[...(field === 'email' ? [] : [{ id: String(noColumn), label: t('import.nowhere') }]), ...columns]}
    />
  );
  return (
    <section className="grid gap-4" aria-label={name}>
      <h2 className="text-sm font-semibold">
        <bdi>{name}</bdi> · {t('import.people', { count: table.rows.length })}
      </h2>
      {problem ? <Note tone="error">{problem}</Note> : null}
      <div className="grid gap-4 sm:grid-cols-2">
        {columnSelect('email', t('field.email'))}
        {columnSelect('name', t('field.name'))}
        {columnSelect('role', t('list.role'))}
        <Select
          label={t('import.defaultRole')}
          description={t('import.defaultRoleHint')}
          value={role}
          onChange={(id) => {
            setRoleId(id);
            setReport(undefined);
          }}
          options={assignable.map((role) => ({ id: role.role_id, label: nameOf(role) }))}
        />
      </div>
      {report ? (
        <>
          <Note tone={validCount > 0 ? 'info' : 'warning'}>
            {t('import.foreseen', { count: validCount })}
            {validCount < report.length ? ` ${t('import.left', { count: report.length - validCount })}` : ''}
          </Note>
          <TableScroll label={t('import.trial')}>
            <table className="tbl" aria-label={t('import.trial')}>
              <thead>
                <tr>
                  <th scope="col" className="is-end">
                    {t('import.line')}
                  </th>
                  <th scope="col">{t('field.email')}</th>
                  <th scope="col">{t('import.outcomeHead')}</th>
                </tr>
              </thead>
              <tbody>
                {report.slice(0, MAX_PREVIEW_ROWS).map((line) => (
                  <tr key={line.line}>
                    <td className="is-end num">{line.line}</td>
                    <td>
                      <bdi>{line.email}</bdi>
                    </td>
                    <td className={line.outcome === 'waiting' ? undefined : 'text-error'}>
                      {t(`import.outcome.${line.outcome}`)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableScroll>
          {report.length > MAX_PREVIEW_ROWS ? (
            <p className="help">{t('import.more', { count: report.length - MAX_PREVIEW_ROWS })}</p>
          ) : null}
        </>
      ) : null}
      <div className="row flex-wrap">
        {report ? (
          <Button
            variant="primary"
            isBusy={isBusy}
            isDisabled={validCount === 0}
            onPress={() => void run(() => onStart(people, role))}
          >
            {t('import.start', { count: validCount })}
          </Button>
        ) : (
          <Button
            variant="primary"
            isBusy={isBusy}
            isDisabled={mapping.email === noColumn || role === ''}
            onPress={() => void run(async () => setReport(await checkImport(db, account_id, people, role)))}
          >
            {t('import.try')}
          </Button>
        )}
        <Button isDisabled={isBusy} onPress={onCancel}>
          {t('import.cancel')}
        </Button>
      </div>
    </section>
  );
}
