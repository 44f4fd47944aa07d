import { useQuery } from '@tanstack/react-query';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useMember } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { useSiteZone } from '#features/platform/options/components/use-site-zone.ts';
import { Button } from '#ui/buttons/button.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { Switch } from '#ui/fields/choice.tsx';
import { Form } from '#ui/fields/form.tsx';
import { ComboBox } from '#ui/fields/select.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { useLocale } from '#ui/layout/locale.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { officeHoursQuery, saveOfficeHours } from '../data.ts';
import { type OfficeDay, type OfficeHours, WEEK, wrongDays } from '../rules.ts';

/** When the member of the staff answers messages. */
export function OfficePanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('messages');
  const db = useDb();
  const { account_id } = useAccount();
  const { id } = useMember();
  const { zone, isLoading } = useSiteZone();
  const { data } = useQuery(officeHoursQuery(db, account_id, id));
  if (data === undefined || isLoading)
    return (
      <SidePanel title={t('office.title')} isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
        <SkeletonList rows={7} />
      </SidePanel>
    );
  return <OfficeForm saved={data ?? { time_zone: zone, hours: [] }} onClose={onClose} />;
}

function OfficeForm({ saved, onClose }: { saved: OfficeHours; onClose: () => void }) {
  const { t } = useTranslation('messages');
  const db = useDb();
  const { account_id } = useAccount();
  const { id } = useMember();
  const formId = useId();
  const draft = useDraft({
    saved,
    validate: ({ hours }) => (wrongDays(hours).length > 0 ? { hours: t('office.problem') } : {}),
  });
  const { values } = draft;
  const { save, isSaving, problem } = useSave(() => saveOfficeHours(db, values), {
    form: draft,
    invalidates: [officeHoursQuery(db, account_id, id).queryKey],
    done: t('office.saved'),
    onSaved: onClose,
  });
  const zones = useMemo(
    () =>
      [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), values.time_zone])].map((zone) => ({
        id: zone,
        label: zone.replaceAll('_', ' '),
      })),
    [values.time_zone],
  );
  return (
    <SidePanel
      title={t('office.title')}
      isOpen
      isChanged={draft.isChanged && !isSaving}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" type="submit" form={formId} isBusy={isSaving}>
          {t('save')}
        </Button>
      }
    >
      <Form id={formId} label={t('office.title')} problem={problem} onSubmit={() => void save()}>
        <p className="help">{t('office.help')}</p>
        <DayFields
          hours={values.hours}
          wrong={draft.errors.hours ? wrongDays(values.hours) : []}
          onChange={(hours) => draft.set('hours', hours)}
        />
        <ComboBox
          label={t('office.zone')}
          value={values.time_zone}
          onChange={(zone) => zone && draft.set('time_zone', zone)}
          options={zones}
        />
      </Form>
    </SidePanel>
  );
}

type DaysProps = { hours: OfficeDay[]; wrong: number[]; onChange: (hours: OfficeDay[]) => void };

/** The days of the week, each with its times where it is switched on. */
function DayFields({ hours, wrong, onChange }: DaysProps) {
  const { t } = useTranslation('messages');
  const { locale } = useLocale();
  const weekday = dateFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  const put = (next: OfficeDay) =>
    onChange([...hours.filter(({ day }) => day !== next.day), next].sort((a, b) => a.day - b.day));
  return (
    <div className="grid gap-3">
      {WEEK.map((day) => {
        const one = hours.find((office) => office.day === day);
        // The first of January 2024 was a Monday.
        const name = weekday.format(Date.UTC(2024, 0, day));
        return (
          <div key={day} className="grid gap-2">
            <Switch
              isAtEnd
              isSelected={one !== undefined}
              onChange={(isOn) =>
                isOn ? put({ day, from: '09:00', to: '17:00' }) : onChange(hours.filter((office) => office.day !== day))
              }
            >
              {name}
            </Switch>
            {one ? (
              <div className="row flex-wrap items-start">
                <TextField
                  type="time"
                  label={t('office.fromOn', { day: name })}
                  value={one.from}
                  onChange={(from) => put({ ...one, from })}
                />
                <TextField
                  type="time"
                  label={t('office.toOn', { day: name })}
                  value={one.to}
                  errorMessage={wrong.includes(day) ? t('office.problem') : undefined}
                  onChange={(to) => put({ ...one, to })}
                />
              </div>
            ) : null}
          </div>
        );
      })}
    </div>
  );
}
