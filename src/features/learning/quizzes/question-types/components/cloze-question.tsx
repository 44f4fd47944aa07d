import { useTranslation } from 'react-i18next';
import { useContentAttributes } from '#ui/display/content-language.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextArea, TextField } from '#ui/fields/text-field.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import { keyAs } from '../../rules.ts';
import { clozeGaps, MAX_GAP_LENGTH } from '../rules.ts';
import { isPairs, withPair } from './matching-question.tsx';
import type { TypeFormProps, TypeViewProps } from './type-props.ts';

/** A text whose gaps stand in double brackets, with what each of them accepts. */
export function ClozeForm({ question, error, onChange }: TypeFormProps) {
  const { t } = useTranslation('quizzes');
  const { locale } = useLocale();
  const text = keyAs('cloze', question)?.text ?? '';
  const list = new Intl.ListFormat(locale, { type: 'disjunction' });
  return (
    <div className="grid gap-2">
      <TextArea
        label={t('form.cloze')}
        description={t('form.clozeHelp')}
        rows={5}
        maxLength={4000}
        value={text}
        errorMessage={error('gaps', 'gapChoice')}
        onChange={(next) => onChange({ ...question, answer: { text: next } })}
      />
      <ol className="help grid list-inside list-decimal gap-1 empty:hidden" aria-label={t('form.gaps')}>
        {clozeGaps(text).map(({ texts, choices }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap is its place in the text
          <li key={at}>
            <bdi>{list.format(texts)}</bdi>
            {choices && ` (${choices.join(', ')})`}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The text with a field or a choice for each gap. */
export function ClozeView({ question, answer, isDisabled, onAnswer, onType }: TypeViewProps) {
  const { t } = useTranslation('quizzes');
  const written = useContentAttributes();
  const filled = isPairs(answer) ? answer : {};
  return (
    <div {...written} className="max-w-prose text-base leading-[3.25rem] whitespace-pre-line">
      {(question.parts.segments ?? []).map((segment, at) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: the segments of a paper never change
        if ('text' in segment) return <span key={at}>{segment.text}</span>;
        const { gap, choices } = segment;
        const label = <span className="vh">{t('question.gap', { number: gap })}</span>;
        return (
          <span key={gap} className="mx-1 inline-block w-44 max-w-full align-middle leading-normal">
            {choices ? (
              <Select
                label={label}
                value={filled[gap] ?? null}
                options={choices.map((choice) => ({ id: choice, label: choice }))}
                isDisabled={isDisabled}
                onChange={(choice) => onAnswer(withPair(filled, gap, choice))}
              />
            ) : (
              <TextField
                label={label}
                value={filled[gap] ?? ''}
                maxLength={MAX_GAP_LENGTH}
                autoComplete="off"
                isDisabled={isDisabled}
                onChange={(text) => onType(withPair(filled, gap, text))}
              />
            )}
          </span>
        );
      })}
    </div>
  );
}
