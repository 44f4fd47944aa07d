import { ArrowUp, Plus, X } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { dropOption, freeOptionId, MAX_OPTIONS, markRight, optionLetter, type QuestionDraft } from '../rules.ts';

type OptionRowsProps = {
  question: QuestionDraft;
  error: string | undefined;
  onChange: (question: QuestionDraft) => void;
};

/** The options of a choice question, each with its right-answer mark. */
export function OptionRows({ question, error, onChange }: OptionRowsProps) {
  const { t } = useTranslation('quizzes');
  const name = useId();
  const isMultiple = question.kind === 'multiple';
  const isRight = (id: string) =>
    Array.isArray(question.answer) ? (question.answer as string[]).includes(id) : question.answer === id;
  const { options } = question;

  function moveUp(at: number) {
    const next = options.filter((_, index) => index !== at);
    const moved = options[at];
    if (moved) next.splice(at - 1, 0, moved);
    onChange({ ...question, options: next });
  }
  return (
    <fieldset className="grid gap-2">
      <legend className="field-label mb-1">{t('form.options')}</legend>
      <p className="help">{t(isMultiple ? 'form.optionsMultiple' : 'form.optionsSingle')}</p>
      {options.map((option, at) => {
        const letter = optionLetter(at);
        return (
          <div key={option.id} className="flex items-center gap-2">
            <input
              type={isMultiple ? 'checkbox' : 'radio'}
              name={name}
              aria-label={t('form.isRight', { letter })}
              checked={isRight(option.id)}
              className="size-4 flex-none cursor-pointer accent-primary"
              onChange={(event) => onChange(markRight(question, option.id, event.target.checked))}
            />
            <TextField
              label={<span className="vh">{t('form.option', { letter })}</span>}
              prefix={letter}
              value={option.text}
              maxLength={500}
              className="flex-1"
              onChange={(text) =>
                onChange({
                  ...question,
                  options: options.map((item) => (item.id === option.id ? { ...item, text } : item)),
                })
              }
            />
            <IconButton
              label={t('form.moveOptionUp', { letter })}
              icon={ArrowUp}
              size="sm"
              isDisabled={at === 0}
              onPress={() => moveUp(at)}
            />
            <IconButton
              label={t('form.removeOption', { letter })}
              icon={X}
              size="sm"
              isDisabled={options.length <= 2}
              onPress={() => onChange(dropOption(question, option.id))}
            />
          </div>
        );
      })}
      {error && (
        <p role="alert" className="field-error">
          {error}
        </p>
      )}
      <div>
        <Button
          variant="quiet"
          size="sm"
          icon={Plus}
          isDisabled={options.length >= MAX_OPTIONS}
          onPress={() => onChange({ ...question, options: [...options, { id: freeOptionId(options), text: '' }] })}
        >
          {t('form.addOption')}
        </Button>
      </div>
    </fieldset>
  );
}
