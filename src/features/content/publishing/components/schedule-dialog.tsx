import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { clockNow } from '#base/shared/clock.ts';
import { dateFormat } from '#base/shared/formats.ts';
import { localTimeIn, utcTimeOf } from '#base/shared/wall-clock.ts';
import { useSaveOption } from '#features/platform/options/components/use-option.ts';
import { useSiteZone } from '#features/platform/options/components/use-site-zone.ts';
import { Button } from '#ui/buttons/button.tsx';
import { DatePicker } from '#ui/fields/date-field.tsx';
import { Form } from '#ui/fields/form.tsx';
import { ComboBox } from '#ui/fields/select.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';

type ScheduleDialogProps = {
  publishAt: string | null;
  onClose: () => void;
  /** ISO 8601 timestamp; null cancels the schedule. */
  onSchedule: (moment: string | null) => Promise<void>;
};

/** Schedules publishing at a time in the account's time zone. */
export function ScheduleDialog({ publishAt, onClose, onSchedule }: ScheduleDialogProps) {
  const { t } = useTranslation('publishing');
  const { locale } = useSite();
  const { save } = useSaveOption('settings');
  const site = useSiteZone();
  const [chosenZone, setZone] = useState<string | null>(null);
  const zone = chosenZone ?? site.zone;
  const draft = useMomentDraft(zone, publishAt);
  const format = dateFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone: zone });

  const {
    save: schedule,
    isSaving: isBusy,
    problem,
  } = useSave(
    async (moment: string | null) => {
      if (moment && (!site.isSet || zone !== site.zone)) await save({ timezone: zone });
      await onSchedule(moment);
    },
    { isInForm: true, onSaved: onClose },
  );
  return (
    <Dialog
      title={t('schedule.title')}
      isOpen
      isChanged={draft.isChanged || chosenZone !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          {publishAt ? (
            <Button variant="quiet" isDisabled={isBusy} onPress={() => void schedule(null)}>
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
      <Form
        id="schedule"
        label={t('schedule.title')}
        problem={problem}
        onSubmit={() => draft.check() && void schedule(utcTimeOf(zone, draft.values.at))}
      >
        <DatePicker label={t('schedule.at')} hasTime {...draft.field('at')} />
        <ZoneField zone={zone} onChange={setZone} />
      </Form>
    </Dialog>
  );
}

function useMomentDraft(zone: string, publishAt: string | null) {
  const { t } = useTranslation('publishing');
  return useDraft<{ at: string | null }>({
    saved: { at: localTimeIn(zone, publishAt) },
    validate: ({ at }) => {
      const moment = utcTimeOf(zone, at);
      return { at: moment && Date.parse(moment) > clockNow() ? undefined : t('schedule.past') };
    },
  });
}

function ZoneField({ zone, onChange }: { zone: string; onChange: (zone: string) => void }) {
  const { t } = useTranslation('publishing');
  return (
    <ComboBox
      label={t('schedule.zone')}
      description={t('schedule.zoneHelp')}
      options={[...new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone')])].map((id) => ({
        id,
        label: id.replaceAll('_', ' '),
      }))}
      value={zone}
      onChange={(id) => id && onChange(id)}
    />
  );
}
