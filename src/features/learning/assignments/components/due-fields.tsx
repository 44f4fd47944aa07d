import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localTimeIn, utcTimeOf } from '#base/shared/wall-clock.ts';
import { useSiteZone } from '#features/platform/options/components/use-site-zone.ts';
import { RadioGroup, Switch } from '#ui/fields/choice.tsx';
import { DatePicker } from '#ui/fields/date-field.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import type { LateUnit } from '../rules.ts';
import type { Parts } from './field-parts.ts';

type DueKind = 'never' | 'date' | 'days';

/** When work is due, and what happens to work that is late. */
export function DueFields(parts: Parts) {
  const { values, set } = parts;
  const { t } = useTranslation('assignments');
  const { zone } = useSiteZone();
  const stored: DueKind = values.due_at ? 'date' : values.due_days ? 'days' : 'never';
  // A date that is not chosen yet is none.
  const [chosen, setChosen] = useState<DueKind>(stored);
  const kind = stored === 'never' && chosen === 'date' ? chosen : stored;
  function choose(next: DueKind) {
    setChosen(next);
    if (next !== 'date') set('due_at', null);
    set('due_days', next === 'days' ? 7 : null);
  }
  return (
    <fieldset className="grid gap-4">
      <RadioGroup
        label={t('edit.due')}
        orientation="vertical"
        value={kind}
        options={(['never', 'date', 'days'] as const).map((id) => ({ id, label: t(`edit.dueKinds.${id}`) }))}
        onChange={(id) => choose(id as DueKind)}
      />
      {kind === 'date' && (
        <DatePicker
          hasTime
          className="max-w-80"
          label={t('edit.names.due_at')}
          description={t('edit.zone', { zone })}
          value={localTimeIn(zone, values.due_at)}
          onChange={(wall) => set('due_at', utcTimeOf(zone, wall))}
        />
      )}
      {kind === 'days' && (
        <NumberField
          label={t('edit.names.due_days')}
          minValue={1}
          maxValue={3650}
          hasSteps
          fallback={7}
          className="max-w-64"
          value={values.due_days ?? 7}
          onChange={(days) => set('due_days', days)}
        />
      )}
      {kind !== 'never' && <LateFields {...parts} />}
    </fieldset>
  );
}

function LateFields({ values, set }: Parts) {
  const { t } = useTranslation('assignments');
  return (
    <>
      <Switch isSelected={values.takes_late} onChange={(isOn) => set('takes_late', isOn)}>
        {t('edit.names.takes_late')}
      </Switch>
      {values.takes_late && (
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField
            label={t('edit.names.late_percent')}
            description={t('edit.latePercentHelp')}
            maxValue={100}
            suffix="%"
            fallback={0}
            value={values.late_percent}
            onChange={(percent) => set('late_percent', percent)}
          />
          <NumberField
            label={t('edit.names.late_floor')}
            description={t('edit.lateFloorHelp')}
            maxValue={100}
            suffix="%"
            fallback={0}
            value={values.late_floor}
            onChange={(percent) => set('late_floor', percent)}
          />
          <RadioGroup
            label={t('edit.names.late_unit')}
            value={values.late_unit}
            options={(['hour', 'day'] as const).map((id) => ({ id, label: t(`edit.lateUnits.${id}`) }))}
            onChange={(id) => set('late_unit', id as LateUnit)}
          />
        </div>
      )}
    </>
  );
}
