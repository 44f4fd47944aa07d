import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '#ui/fields/text-field.tsx';
import type { QuestionDraft } from '../drafts/rules.ts';
import { optionLetter } from '../rules.ts';

const MAX_FEEDBACK_LENGTH = 500;

/** What whoever chose an option reads with the result, for each option of a choice. */
export function OptionFeedback({
  question,
  onChange,
}: {
  question: QuestionDraft;
  onChange: (question: QuestionDraft) => void;
}) {
  const { t } = useTranslation('quizzes');
  const { options } = question;
  const [isOpen, setOpen] = useState(options.some(({ feedback }) => feedback));
  const write = (id: string, text: string) =>
    onChange({
      ...question,
      options: options.map(({ feedback, ...option }) => {
        const next = option.id === id ? text : feedback;
        return next ? { ...option, feedback: next } : option;
      }),
    });
  return (
    <details className="fold border-b-0" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="text-sm">
        {t('form.optionFeedback')}
        <ChevronDown aria-hidden="true" className="size-4" />
      </summary>
      <div className="grid gap-3">
        <p className="help">{t('form.optionFeedbackHelp')}</p>
        {options.map(({ id, feedback = '' }, at) => (
          <TextField
            key={id}
            label={t('form.feedbackOn', { letter: optionLetter(at) })}
            value={feedback}
            maxLength={MAX_FEEDBACK_LENGTH}
            onChange={(text) => write(id, text)}
          />
        ))}
      </div>
    </details>
  );
}
