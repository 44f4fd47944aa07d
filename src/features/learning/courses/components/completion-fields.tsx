import { useTranslation } from 'react-i18next';
import { Switch } from '#ui/fields/choice.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { Select } from '#ui/fields/select.tsx';
import type { Draft } from '#ui/fields/use-draft.ts';
import { embedOf } from '../lessons/rules.ts';
import type { CompletionRule } from '../lessons/schema.ts';
import { type LessonValues, useActivity } from './activities.tsx';

/** What completes a lesson: offered are the rules its kind knows. */
export function CompletionFields({ draft }: { draft: Draft<LessonValues> }) {
  const { t } = useTranslation('courses');
  const { kind, completion, completion_amount, minutes, file, media_url } = draft.values;
  const ofKind = useActivity(kind)?.completion ?? 'manual';
  if (ofKind === 'decided-by-server') return <p className="help">{t('completion.byServer')}</p>;
  const isMeasured = ofKind === 'watched-to-end' && minutes > 0 && (file !== null || embedOf(media_url) === null);
  const rules: CompletionRule[] = ['kind', 'manual', 'viewed', 'dwell', 'watched'];
  const offered = rules.filter(
    (rule) => rule === completion || (rule !== ofKind && (rule !== 'watched' || isMeasured)),
  );
  const labelOf = (rule: CompletionRule) =>
    rule === 'kind' ? t(`completion.kind.${ofKind}`) : t(`completion.${rule}`);
  return (
    <>
      <Select
        label={t('completion.title')}
        description={completion === 'watched' && !isMeasured ? t('completion.notMeasured') : undefined}
        value={completion}
        options={offered.map((rule) => ({ id: rule, label: labelOf(rule) }))}
        onChange={(id) => {
          const rule = offered.find((entry) => entry === id) ?? 'kind';
          draft.set('completion', rule);
          draft.set('completion_amount', rule === 'watched' ? 80 : rule === 'dwell' ? 5 : 1);
        }}
      />
      {ofKind === 'watched-to-end' ? (
        <Switch isAtEnd description={t('editor.noSkipHelp')} {...draft.toggle('no_skip')}>
          {t('editor.field.no_skip')}
        </Switch>
      ) : null}
      {completion === 'dwell' || completion === 'watched' ? (
        <NumberField
          label={t(completion === 'dwell' ? 'completion.minutes' : 'completion.percent')}
          minValue={1}
          maxValue={completion === 'dwell' ? 600 : 100}
          fallback={1}
          value={completion_amount}
          onChange={(amount) => draft.set('completion_amount', amount)}
        />
      ) : null}
    </>
  );
}
