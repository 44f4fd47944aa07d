import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useMember } from '#base/browser/member.ts';
import { Button } from '#ui/buttons/button.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { CheckboxGroup, RadioGroup } from '#ui/fields/choice.tsx';
import { Form } from '#ui/fields/form.tsx';
import { Select } from '#ui/fields/select.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { type ReportName, reports } from '../../rules.ts';
import { type PossibleReader, type ScheduledReport, saveScheduledReport, scheduledReportQueries } from '../data.ts';

type ScheduledReportFormProps = {
  /** The scheduled report to edit; null creates one. */
  schedule: ScheduledReport | null;
  /** Existing scheduled reports: creating one with the same report and rhythm keeps their readers. */
  existing: readonly ScheduledReport[];
  onClose: () => void;
  onSaved: (report: ReportName) => Promise<void>;
};

export function ScheduledReportForm({ schedule, existing, onClose, onSaved }: ScheduledReportFormProps) {
  const { t } = useTranslation('reports');
  const db = useDb();
  const member = useMember();
  const id = useId();
  const possible = useQuery(scheduledReportQueries.possible(db, member.account_id));
  const [report, setReport] = useState<ReportName>(schedule?.report ?? 'overview');
  const [rhythm, setRhythm] = useState<string>(schedule?.rhythm ?? 'weekly');
  const [before] = useState(schedule?.readers.map(({ member_id }) => member_id) ?? [member.id]);
  const [readers, setReaders] = useState(before);

  // Readers who lost the permission are not offered and not saved again.
  const same = schedule ? undefined : existing.find((other) => other.report === report && other.rhythm === rhythm);
  const memberIds = new Set([...readers, ...(same?.readers ?? []).map(({ member_id }) => member_id)]);
  const chosen = [...memberIds].filter((reader) => possible.data?.some((member) => member.id === reader));
  const { save, isSaving, problem } = useSave(
    async () => {
      if (chosen.length === 0) throw new Error(t('letters.noReaders'));
      await saveScheduledReport(db, member.account_id, { report, rhythm, readers: chosen });
      await onSaved(report);
    },
    { isInForm: true },
  );
  const isChanged =
    report !== (schedule?.report ?? 'overview') ||
    rhythm !== (schedule?.rhythm ?? 'weekly') ||
    [...readers].sort().join() !== [...before].sort().join();
  const title = schedule ? t(`tabs.${schedule.report}`) : t('letters.new');
  return (
    <SidePanel
      isOpen
      isChanged={isChanged}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      footer={
        <>
          <Button onPress={onClose}>{t('letters.cancel')}</Button>
          <Button variant="primary" type="submit" form={id} isBusy={isSaving} isDisabled={!possible.data}>
            {t('letters.save')}
          </Button>
        </>
      }
    >
      <Form id={id} label={title} problem={problem} onSubmit={() => void save()}>
        <Select
          label={t('letters.report')}
          value={report}
          isDisabled={schedule !== null}
          onChange={(value) => setReport(value as ReportName)}
          options={reports.map((name) => ({ id: name, label: t(`tabs.${name}`) }))}
        />
        <RhythmChoice value={rhythm} isDisabled={schedule !== null} onChange={setRhythm} />
        <ReaderChoice possible={possible} readers={readers} onChange={setReaders} />
      </Form>
    </SidePanel>
  );
}

function RhythmChoice({
  value,
  isDisabled,
  onChange,
}: {
  value: string;
  isDisabled: boolean;
  onChange: (rhythm: string) => void;
}) {
  const { t } = useTranslation('reports');
  return (
    <RadioGroup
      label={t('letters.rhythm')}
      value={value}
      isDisabled={isDisabled}
      onChange={onChange}
      options={(['weekly', 'monthly'] as const).map((name) => ({
        id: name,
        label: t(`letters.${name}`),
        description: t(`letters.${name}Help`),
      }))}
    />
  );
}

function ReaderChoice({
  possible,
  readers,
  onChange,
}: {
  possible: UseQueryResult<PossibleReader[]>;
  readers: string[];
  onChange: (readers: string[]) => void;
}) {
  const { t } = useTranslation('reports');
  return (
    <>
      {possible.isPending ? <SkeletonText lines={4} /> : null}
      {possible.isError ? (
        <ErrorState onRetry={() => void possible.refetch()} isRetrying={possible.isFetching} />
      ) : null}
      {possible.data ? (
        <CheckboxGroup
          label={t('letters.readers')}
          description={t('letters.readersHelp')}
          isVertical
          value={readers}
          onChange={onChange}
          options={possible.data.map((member) => ({ id: member.id, label: member.name, description: member.email }))}
        />
      ) : null}
    </>
  );
}
