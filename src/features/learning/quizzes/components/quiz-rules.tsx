import { useTranslation } from 'react-i18next';
import { RadioGroup, Switch } from '#ui/fields/choice.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextArea } from '#ui/fields/text-field.tsx';
import type { Feedback } from '../attempts/data.ts';
import type { GradingMethod } from '../counted-attempts/data.ts';
import { feedbacks, type QuizSettings } from '../data.ts';

const gradingMethods: readonly GradingMethod[] = ['highest', 'average', 'first', 'last'];

type QuizRulesProps = { settings: QuizSettings; onChange: (change: Partial<QuizSettings>) => void };

/** Settings that apply to every attempt. */
export function QuizRules({ settings, onChange }: QuizRulesProps) {
  const { t } = useTranslation('quizzes');
  return (
    <div className="grid max-w-xl gap-5">
      <TextArea
        label={t('settings.intro')}
        description={t('settings.introHelp')}
        isOptional
        rows={3}
        maxLength={2000}
        value={settings.intro}
        onChange={(intro) => onChange({ intro })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          label={t('settings.passMark')}
          description={t('settings.passMarkHelp')}
          maxValue={100}
          suffix="%"
          fallback={60}
          value={settings.pass_mark}
          onChange={(pass_mark) => onChange({ pass_mark })}
        />
        <NumberField
          label={t('settings.attempts')}
          description={t('settings.attemptsHelp')}
          maxValue={100}
          hasSteps
          fallback={0}
          value={settings.attempts_allowed}
          onChange={(attempts_allowed) => onChange({ attempts_allowed })}
        />
      </div>
      <Counting settings={settings} onChange={onChange} />
      <TimeLimit settings={settings} onChange={onChange} />
      <Order settings={settings} onChange={onChange} />
      <RadioGroup
        label={t('settings.feedback')}
        orientation="vertical"
        value={settings.feedback}
        options={[...feedbacks].reverse().map((id) => ({ id, label: t(`settings.feedbacks.${id}`) }))}
        onChange={(feedback) => onChange({ feedback: feedback as Feedback })}
      />
    </div>
  );
}

function Order({ settings, onChange }: QuizRulesProps) {
  const { t } = useTranslation('quizzes');
  return (
    <div className="grid gap-3">
      <Switch isSelected={settings.shuffle_questions} onChange={(shuffle_questions) => onChange({ shuffle_questions })}>
        {t('settings.shuffleQuestions')}
      </Switch>
      <Switch isSelected={settings.shuffle_options} onChange={(shuffle_options) => onChange({ shuffle_options })}>
        {t('settings.shuffleOptions')}
      </Switch>
    </div>
  );
}

/** Which of several attempts counts, and what a wrong answer costs. */
function Counting({ settings, onChange }: QuizRulesProps) {
  const { t } = useTranslation('quizzes');
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label={t('settings.grading')}
        value={settings.grading_method}
        options={gradingMethods.map((id) => ({ id, label: t(`settings.gradings.${id}`) }))}
        onChange={(id) => onChange({ grading_method: id as GradingMethod })}
      />
      <NumberField
        label={t('settings.penalty')}
        description={t('settings.penaltyHelp')}
        maxValue={100}
        suffix="%"
        fallback={0}
        value={settings.wrong_penalty}
        onChange={(wrong_penalty) => onChange({ wrong_penalty })}
      />
    </div>
  );
}

function TimeLimit({ settings, onChange }: QuizRulesProps) {
  const { t } = useTranslation('quizzes');
  return (
    <>
      <Switch
        isSelected={settings.time_limit_seconds !== null}
        description={t('settings.hasLimitHelp')}
        onChange={(isOn) => onChange({ time_limit_seconds: isOn ? 1200 : null })}
      >
        {t('settings.hasLimit')}
      </Switch>
      {settings.time_limit_seconds !== null && (
        <NumberField
          label={t('settings.limit')}
          minValue={1}
          maxValue={1440}
          hasSteps
          className="max-w-40"
          value={Math.round(settings.time_limit_seconds / 60)}
          fallback={20}
          onChange={(minutes) => onChange({ time_limit_seconds: minutes * 60 })}
        />
      )}
    </>
  );
}
