import { useTranslation } from 'react-i18next';
import { NumberField } from '#ui/fields/number-field.tsx';
import { TextArea } from '#ui/fields/text-field.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import { keyAs } from '../../rules.ts';
import { countWords, MAX_ESSAY_LENGTH, MAX_WORDS, type QuestionParts } from '../rules.ts';
import type { TypeFormProps, TypeViewProps } from './type-props.ts';

/** How long an essay should be, and a guide for whoever grades it. */
export function EssayForm({ question, error, onChange }: TypeFormProps) {
  const { t } = useTranslation('quizzes');
  const { min_words = 0, max_words = null } = question.parts;
  const set = (parts: QuestionParts) => onChange({ ...question, parts: { min_words, max_words, ...parts } });
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          label={t('form.minWords')}
          maxValue={MAX_WORDS}
          value={min_words}
          fallback={0}
          onChange={(words) => set({ min_words: words })}
        />
        <NumberField
          label={t('form.maxWords')}
          isOptional
          minValue={1}
          maxValue={MAX_WORDS}
          value={max_words}
          errorMessage={error('words')}
          onChange={(words) => set({ max_words: words })}
        />
      </div>
      <TextArea
        label={t('form.guide')}
        description={t('form.guideHelp')}
        isOptional
        rows={3}
        maxLength={2000}
        value={keyAs('essay', question)?.guide ?? ''}
        onChange={(guide) => onChange({ ...question, answer: { guide } })}
      />
    </div>
  );
}

/** A text of some length; its words are counted while it is written. */
export function EssayView({ question, answer, isDisabled, onType }: TypeViewProps) {
  const { t } = useTranslation('quizzes');
  const { locale } = useLocale();
  const text = typeof answer === 'string' ? answer : '';
  const words = countWords(text, locale);
  const { min_words = 0, max_words = null } = question.parts;
  const facts = [
    t('question.words', { count: words }),
    min_words > 0 ? t('question.wordsMin', { min: min_words }) : '',
    max_words === null ? '' : t('question.wordsMax', { max: max_words }),
  ];
  const isOver = max_words !== null && words > max_words;
  return (
    <TextArea
      label={t('question.yourAnswer')}
      description={facts.filter(Boolean).join(' · ')}
      errorMessage={isOver ? facts.filter(Boolean).join(' · ') : undefined}
      rows={10}
      dir="auto"
      maxLength={MAX_ESSAY_LENGTH}
      isDisabled={isDisabled}
      className="max-w-prose"
      value={text}
      onChange={(next) => onType(next.trim() === '' ? null : next)}
    />
  );
}
