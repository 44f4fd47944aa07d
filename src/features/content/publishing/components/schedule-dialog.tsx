import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { clockNow } from '#base/shared/clock.ts';
import { dateFormat } from '#base/shared/formats.ts';
import { isTimeZone, utcTimeOf } from '#base/shared/wall-clock.ts';
import { useSaveOption, useSiteOptions } from '#features/platform/options/components/use-option.ts';
import { Button } from '#ui/buttons/button.tsx';
import { DatePicker } from '#ui/fields/date-field.tsx';
import { Form } from '#ui/fields/form.tsx';
import { ComboBox } from '#ui/fields/select.tsx';
import { useAction } from '#ui/fields/use-action.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';

/** Schedules publishing at a time in the account's time zone. */
export function ScheduleDialog({
  publishAt,
  onClose,
  onSchedule,
}: {
  publishAt: string | null;
  onClose: () => void;
  /** ISO 8601 timestamp; null cancels the schedule. */
  onSchedule: (moment: string | null) => Promise<void>;
}) {
  const { t } = useTranslation('publishing');
  const { locale } = useSite();
  const siteOptions = useSiteOptions();
  const { save } = useSaveOption('settings');
  const siteZone = siteOptions.data?.settings.timezone ?? '';
  const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [zone, setZone] = useState<string | null>(null);
  const inUse = zone ?? (isTimeZone(siteZone) ? siteZone : browserZone);
  const [wallTime, setWallTime] = useState<string | null>(null);
  const [problem, setProblem] = useState('');
  const { run: act, isRunning: isBusy } = useAction();
  const format = dateFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone: inUse });

  function run(moment: string | null) {
    return act(async () => {
      try {
        if (moment && inUse !== siteZone) await save({ timezone: inUse });
        await onSchedule(moment);
        onClose();
      } catch (error) {
        setProblem(error instanceof Error ? error.message : t('schedule.failed'));
      }
    });
  }
  function submit() {
    const moment = utcTimeOf(inUse, wallTime);
    if (!moment || Date.parse(moment) <= clockNow()) return setProblem(t('schedule.past'));
    void run(moment);
  }
  return (
    <Dialog
      title={t('schedule.title')}
      isOpen
      isChanged={wallTime !== null || zone !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          {publishAt ? (
            <Button variant="quiet" isDisabled={isBusy} onPress={() => void run(null)}>
              {t('schedule.takeBack')}
            </Button>
          ) : null}
          <Button variant="primary" type="submit" form="schedule" isBusy={isBusy}>
            {t('schedule.save')}
          </Button>
        </>
      }
    >
      <p className="muted">
        {publishAt ? t('schedule.isSet', { at: format.format(new Date(publishAt)) }) : t('schedule.text')}
      </p>
      <Form id="schedule" label={t('schedule.title')} onSubmit={submit}>
        <DatePicker
          label={t('schedule.at')}
          hasTime
          value={wallTime}
          errorMessage={problem || undefined}
          onChange={(value) => {
            setWallTime(value);
            setProblem('');
          }}
        />
        <ComboBox
          label={t('schedule.zone')}
          description={t('schedule.zoneHelp')}
          options={[...new Set(['UTC', inUse, ...Intl.supportedValuesOf('timeZone')])].map((id) => ({
            id,
            label: id.replaceAll('_', ' '),
          }))}
          value={inUse}
          onChange={(id) => id && setZone(id)}
        />
      </Form>
    </Dialog>
  );
}
