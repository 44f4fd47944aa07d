import { useTranslation } from 'react-i18next';
import { RadioGroup, Switch } from '#ui/fields/choice.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { bestPoints } from '../rules.ts';
import type { Parts } from './field-parts.ts';

/** What there is to reach, and what completes the lesson. */
export function GradingFields({ values, set }: Parts) {
  const { t } = useTranslation('assignments');
  const hasRubric = values.rubric.length > 0;
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 text-sm font-semibold">{t('edit.grading')}</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          label={t('edit.names.points')}
          description={hasRubric ? t('edit.pointsOfRubric') : undefined}
          isDisabled={hasRubric}
          minValue={hasRubric ? 0 : 1}
          maxValue={hasRubric ? 20_000 : 1000}
          fallback={100}
          value={hasRubric ? bestPoints(values.rubric) : values.points}
          onChange={(points) => set('points', points)}
        />
        <NumberField
          label={t('edit.names.pass_mark')}
          maxValue={100}
          suffix="%"
          fallback={60}
          value={values.pass_mark}
          onChange={(percent) => set('pass_mark', percent)}
        />
      </div>
      <RadioGroup
        label={t('edit.names.completion')}
        orientation="vertical"
        value={values.completion}
        options={(['graded', 'handed_in'] as const).map((id) => ({ id, label: t(`edit.completions.${id}`) }))}
        onChange={(id) => set('completion', id as typeof values.completion)}
      />
      <Switch
        isSelected={values.is_anonymous}
        description={t('edit.anonymousHelp')}
        onChange={(isOn) => set('is_anonymous', isOn)}
      >
        {t('edit.names.is_anonymous')}
      </Switch>
    </fieldset>
  );
}
