import { ChevronDown } from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { PictureField } from '#features/content/media/components/picture-field.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { RadioGroup, Switch } from '#ui/fields/choice.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextArea } from '#ui/fields/text-field.tsx';
import { Card } from '#ui/layout/section.tsx';
import { asKind, type QuestionDraft, type QuestionProblem, questionProblems } from '../drafts/rules.ts';
import { typeForms } from '../question-types/components/type-view.tsx';
import { isAnsweredOnImage, isShortKey, type QuestionKind, questionKinds, type ShortKey } from '../rules.ts';
import { OptionRows } from './option-rows.tsx';

type QuestionFormProps = {
  question: QuestionDraft;
  number: number;
  isChecked: boolean;
  onChange: (question: QuestionDraft) => void;
};

/** Edits one question. */
export function QuestionForm({ question, number, isChecked, onChange }: QuestionFormProps) {
  const { t } = useTranslation('quizzes');
  const prompt = useRef<HTMLTextAreaElement>(null);
  const problems = isChecked ? questionProblems(question) : [];
  const problem = (...names: QuestionProblem[]) => {
    const match = names.find((name) => problems.includes(name));
    return match && t(`problem.${match}`);
  };
  const TypeForm = typeForms[question.kind];
  const isBlank = question.prompt === '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: focus only on mount, and only a new question
  useEffect(() => {
    if (isBlank) prompt.current?.focus();
  }, []);
  return (
    <Card title={t('form.title', { number })} className="@4xl:sticky @4xl:top-16">
      <div className="grid gap-4">
        <KindAndPoints question={question} error={problem('points')} onChange={onChange} />
        <TextArea
          ref={prompt}
          label={t('form.prompt')}
          description={t('form.promptHelp')}
          rows={3}
          maxLength={2000}
          value={question.prompt}
          errorMessage={problem('prompt')}
          onChange={(text) => onChange({ ...question, prompt: text })}
        />
        {TypeForm && (
          <Suspense fallback={<SkeletonText lines={4} />}>
            <TypeForm question={question} error={problem} onChange={onChange} />
          </Suspense>
        )}
        {(question.kind === 'single' || question.kind === 'multiple' || question.kind === 'ordering') && (
          <OptionRows
            question={question}
            error={problem('options', 'optionText', 'optionTwice', 'right')}
            onChange={onChange}
          />
        )}
        {question.kind === 'truefalse' && (
          <TrueOrFalse question={question} error={problem('right')} onChange={onChange} />
        )}
        {question.kind === 'short' && (
          <AcceptedTexts question={question} error={problem('accepted')} onChange={onChange} />
        )}
        <TextArea
          label={t('form.explanation')}
          description={t('form.explanationHelp')}
          isOptional
          rows={2}
          maxLength={2000}
          value={question.explanation}
          onChange={(text) => onChange({ ...question, explanation: text })}
        />
        {!isAnsweredOnImage(question.kind) && <Picture question={question} onChange={onChange} />}
      </div>
    </Card>
  );
}

type AnswerProps = Pick<QuestionFormProps, 'question' | 'onChange'> & { error: string | undefined };

function KindAndPoints({ question, error, onChange }: AnswerProps) {
  const { t } = useTranslation('quizzes');
  return (
    <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_8rem]">
      <Select
        label={t('form.kind')}
        value={question.kind}
        options={questionKinds.map((kind) => ({ id: kind, label: t(`kind.${kind}`) }))}
        onChange={(kind) => onChange(asKind(question, kind as QuestionKind))}
      />
      <NumberField
        label={t('form.points')}
        value={question.points}
        minValue={1}
        maxValue={100}
        hasSteps
        errorMessage={error}
        fallback={1}
        onChange={(points) => onChange({ ...question, points })}
      />
    </div>
  );
}

function TrueOrFalse({ question, error, onChange }: AnswerProps) {
  const { t } = useTranslation('quizzes');
  return (
    <RadioGroup
      label={t('form.truefalse')}
      value={typeof question.answer === 'boolean' ? String(question.answer) : null}
      errorMessage={error}
      options={[
        { id: 'true', label: t('question.true') },
        { id: 'false', label: t('question.false') },
      ]}
      onChange={(value) => onChange({ ...question, answer: value === 'true' })}
    />
  );
}

function AcceptedTexts({ question, error, onChange }: AnswerProps) {
  const { t } = useTranslation('quizzes');
  const key: ShortKey =
    question.answer !== null && isShortKey(question.answer)
      ? question.answer
      : { texts: [], keep_case: false, keep_marks: false };
  const change = (next: Partial<ShortKey>) => onChange({ ...question, answer: { ...key, ...next } });
  return (
    <div className="grid gap-3">
      <TextArea
        label={t('form.accepted')}
        description={t('form.acceptedHelp')}
        rows={3}
        maxLength={4000}
        value={key.texts.join('\n')}
        errorMessage={error}
        onChange={(text) => change({ texts: text === '' ? [] : text.split('\n').slice(0, 20) })}
        onBlur={() => change({ texts: key.texts.map((text) => text.trim()).filter((text) => text !== '') })}
      />
      <div className="row flex-wrap gap-x-6">
        <Switch isSelected={key.keep_case} onChange={(keep_case) => change({ keep_case })}>
          {t('form.keepCase')}
        </Switch>
        <Switch isSelected={key.keep_marks} onChange={(keep_marks) => change({ keep_marks })}>
          {t('form.keepMarks')}
        </Switch>
        <Switch isSelected={key.is_pattern === true} onChange={(is_pattern) => change({ is_pattern })}>
          {t('form.isPattern')}
        </Switch>
      </div>
    </div>
  );
}

function Picture({ question, onChange }: Pick<QuestionFormProps, 'question' | 'onChange'>) {
  const { t } = useTranslation('quizzes');
  const { figure } = question;
  return (
    <details className="fold border-b-0" open={figure !== null}>
      <summary className="text-sm">
        {t('form.picture')}
        <ChevronDown aria-hidden="true" className="size-4" />
      </summary>
      <PictureField
        label={t('form.picture')}
        value={figure ? { src: figure.image, alt: figure.alt ?? '' } : undefined}
        onChange={({ src, alt }) => onChange({ ...question, figure: src === '' ? null : { image: src, alt } })}
      />
    </details>
  );
}
