import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/display/states.tsx';
import { Select } from '#ui/fields/select.tsx';
import { useSave } from '#ui/fields/use-save.ts';
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
import { ImportPreview } from './import-preview.tsx';
import { useRoleNames } from './role-name.ts';

type ImportPlanProps = {
  name: string;
  table: CsvTable;
  roles: readonly Role[];
  onStart: (people: readonly ImportLine[], roleId: string) => Promise<void>;
  onCancel: () => void;
};
type Plan = { mapping: Mapping; roleId: string };

/** Maps the CSV columns and previews the outcome of each row. */
export function ImportPlan({ name, table, roles, onStart, onCancel }: ImportPlanProps) {
  const { t } = useTranslation('members');
  const db = useDb();
  const { account_id } = useAccount();
  const assignable = roles.filter(({ kind }) => kind !== 'owner');
  const student = assignable.find(({ kind }) => kind === 'student')?.role_id ?? '';
  const [{ mapping, roleId }, setPlan] = useState<Plan>(() => ({ mapping: guessMapping(table), roleId: '' }));
  const [report, setReport] = useState<ReportLine[]>();
  const plan = { mapping, roleId: roleId || student };
  const people = peopleOf(table, mapping);
  const validCount = report?.filter(({ outcome }) => outcome === 'waiting').length ?? 0;
  const {
    save: run,
    isSaving: isBusy,
    problem,
  } = useSave((action: () => Promise<void>) => action(), { isInForm: true });
  const primary = { variant: 'primary', isBusy } as const;
  return (
    <section className="grid gap-4" aria-label={name}>
      <h2 className="text-sm font-semibold">
        <bdi>{name}</bdi> · {t('import.people', { count: table.rows.length })}
      </h2>
      {problem ? <Note tone="error">{problem}</Note> : null}
      <PlanFields
        titles={table.head}
        roles={assignable}
        plan={plan}
        onChange={(patch) => {
          setPlan({ mapping, roleId, ...patch });
          setReport(undefined);
        }}
      />
      {report ? <ImportPreview report={report} validCount={validCount} /> : null}
      <div className="row flex-wrap">
        {report ? (
          <Button
            {...primary}
            isDisabled={validCount === 0}
            onPress={() => void run(() => onStart(people, plan.roleId))}
          >
            {t('import.start', { count: validCount })}
          </Button>
        ) : (
          <Button
            {...primary}
            isDisabled={mapping.email === noColumn || plan.roleId === ''}
            onPress={() => void run(async () => setReport(await checkImport(db, account_id, people, plan.roleId)))}
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

/** Which column holds what, and the role of people whose line names none. */
function PlanFields({
  titles,
  roles,
  plan: { mapping, roleId },
  onChange,
}: {
  titles: readonly string[];
  roles: readonly Role[];
  plan: Plan;
  onChange: (patch: Partial<Plan>) => void;
}) {
  const { t } = useTranslation('members');
  const nameOf = useRoleNames();
  const columns = titles.map((title, index) => ({
    id: String(index),
    label: title || t('import.column', { number: index + 1 }),
  }));
  const columnSelect = (field: keyof Mapping, label: string) => (
    <Select
      label={label}
      value={String(mapping[field])}
      onChange={(id) => onChange({ mapping: { ...mapping, [field]: Number(id) } })}
      options={[...(field === 'email' ? [] : [{ id: String(noColumn), label: t('import.nowhere') }]), ...columns]}
    />
  );
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {columnSelect('email', t('field.email'))}
      {columnSelect('name', t('field.name'))}
      {columnSelect('role', t('list.role'))}
      <Select
        label={t('import.defaultRole')}
        description={t('import.defaultRoleHint')}
        value={roleId}
        onChange={(id) => onChange({ roleId: id })}
        options={roles.map((role) => ({ id: role.role_id, label: nameOf(role) }))}
      />
    </div>
  );
}
