import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Switch } from '#ui/fields/choice.tsx';
import { Form } from '#ui/fields/form.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { SaveBar, UnsavedGuard } from '#ui/fields/save-bar.tsx';
import { type Draft, useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { Section } from '#ui/layout/section.tsx';
import { gamificationKey, saveGamification } from '../data.ts';
import { levelProblem, MAX_POINTS } from '../rules.ts';
import { type GamificationSettings, type Level, type PointRule, pointKinds } from '../schema.ts';
import { LevelFields } from './level-fields.tsx';

type Values = GamificationSettings & { rules: PointRule[]; levels: Level[] };
type RulesProps = { settings: GamificationSettings; rules: PointRule[]; levels: Level[] };

/** How points are earned on the site, and what they lead to. */
export function RulesForm(saved: RulesProps) {
  const { t } = useTranslation('gamification');
  const { draft, save, isSaving, problem } = useRules(saved);
  const { values } = draft;
  return (
    <Form label={t('screenNames.gamification')} problem={problem} onSubmit={() => void save()}>
      <UnsavedGuard changed={draft.changed} />
      <div className="max-w-2xl">
        <Section className="grid gap-4" title={t('rules.general')}>
          <Switch description={t('rules.onHelp')} {...draft.toggle('is_on')}>
            {t('rules.on')}
          </Switch>
          {values.is_on ? <GeneralFields draft={draft} /> : null}
        </Section>
        {values.is_on && values.rules.length > 0 ? (
          <Section className="grid gap-4" title={t('rules.events')} sentence={t('rules.eventsHelp')}>
            <RuleRows rules={values.rules} onChange={(rules) => draft.set('rules', rules)} />
          </Section>
        ) : null}
        {values.is_on ? (
          <Section className="grid gap-4" title={t('rules.levels')} sentence={t('rules.levelsHelp')}>
            <LevelFields levels={values.levels} onChange={(levels) => draft.set('levels', levels)} />
            {draft.errors.levels ? <p className="text-error">{draft.errors.levels}</p> : null}
          </Section>
        ) : null}
      </div>
      <SaveBar changed={draft.changed} isSaving={isSaving} onDiscard={draft.discard} />
    </Form>
  );
}

function GeneralFields({ draft }: { draft: Draft<Values> }) {
  const { t } = useTranslation('gamification');
  return (
    <>
      <Switch description={t('rules.publicHelp')} {...draft.toggle('is_public')}>
        {t('rules.public')}
      </Switch>
      <Switch description={t('rules.keepsHelp')} {...draft.toggle('keeps_reached')}>
        {t('rules.keeps')}
      </Switch>
      <NumberField
        label={t('rules.freezes')}
        description={t('rules.freezesHelp')}
        className="max-w-56"
        hasSteps
        maxValue={5}
        fallback={0}
        value={draft.values.max_freezes}
        onChange={(value) => draft.set('max_freezes', value)}
      />
      <NumberField
        label={t('rules.overlay')}
        description={t('rules.overlayHelp')}
        className="max-w-56"
        hasSteps
        minValue={1}
        maxValue={30}
        fallback={5}
        value={Math.round(draft.values.overlay_ms / 1000)}
        onChange={(seconds) => draft.set('overlay_ms', seconds * 1000)}
      />
    </>
  );
}

function RuleRows({ rules, onChange }: { rules: PointRule[]; onChange: (rules: PointRule[]) => void }) {
  const { t } = useTranslation('gamification');
  const change = (kind: string, part: Partial<PointRule>) =>
    onChange(rules.map((rule) => (rule.kind === kind ? { ...rule, ...part } : rule)));
  const byKind = new Map(rules.map((rule) => [rule.kind, rule]));
  return (
    <ul className="grid gap-4">
      {pointKinds.map((kind) => {
        const rule = byKind.get(kind);
        return rule ? (
          <li key={kind}>
            <fieldset className="grid grid-cols-2 items-end gap-3 sm:grid-cols-[minmax(0,1fr)_8rem_10rem]">
              <legend className="vh">{t(`kind.${kind}`)}</legend>
              <span aria-hidden="true" className="col-span-2 font-medium sm:col-span-1 sm:pb-2">
                {t(`kind.${kind}`)}
              </span>
              <NumberField
                label={t('rules.points')}
                maxValue={MAX_POINTS}
                fallback={0}
                value={rule.points}
                onChange={(points) => change(kind, { points })}
              />
              <NumberField
                label={t('rules.perDay')}
                minValue={1}
                maxValue={1000}
                value={rule.daily_limit}
                onChange={(daily_limit) => change(kind, { daily_limit })}
              />
            </fieldset>
          </li>
        ) : null;
      })}
    </ul>
  );
}

function useRules({ settings, rules, levels }: RulesProps) {
  const { t } = useTranslation('gamification');
  const db = useDb();
  const { account_id } = useAccount();
  const draft = useDraft<Values>({
    saved: { ...settings, rules, levels },
    validate: (values) => {
      const problem = levelProblem(values.levels);
      return { levels: problem ? t(`rules.errors.${problem}`) : undefined };
    },
    labels: {
      is_on: t('rules.on'),
      is_public: t('rules.public'),
      keeps_reached: t('rules.keeps'),
      max_freezes: t('rules.freezes'),
      overlay_ms: t('rules.overlay'),
      rules: t('rules.events'),
      levels: t('rules.levels'),
    },
  });
  const saving = useSave(
    () => {
      const { rules, levels, ...settings } = draft.values;
      const named = levels.map((level) => ({ ...level, name: level.name.trim() }));
      return saveGamification(db, account_id, settings, rules, named);
    },
    {
      form: draft,
      invalidates: [gamificationKey(account_id)],
      done: t('rules.saved'),
      onSaved: () => draft.accept(),
    },
  );
  return { draft, ...saving };
}
