import { ArrowUp, Plus, X } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { dropOption, markRight, type QuestionDraft } from '../drafts/rules.ts';
import { freeOptionId, MAX_OPTIONS, optionLetter, type QuestionKind } from '../rules.ts';
import { OptionFeedback } from './option-feedback.tsx';
import { useRemovalFocus } from './use-removal-focus.ts';

type OptionRowsProps = {
  question: QuestionDraft;
  error: string | undefined;
  onChange: (question: QuestionDraft) => void;
};

const helpOf: Partial<Record<QuestionKind, 'form.optionsMultiple' | 'form.itemsHelp'>> = {
  multiple: 'form.optionsMultiple',
  ordering: 'form.itemsHelp',
};

/** The options of a choice question, each with its right-answer mark; or items in their right order. */
export function OptionRows({ question, error, onChange }: OptionRowsProps) {
  const { t } = useTranslation('quizzes');
  const name = useId();
  const { options } = question;
  const { list, remove } = useRemovalFocus<HTMLFieldSetElement>();
  return (
    <fieldset ref={list} className="grid gap-2">
      <legend className="field-label mb-1">{t(question.kind === 'ordering' ? 'form.items' : 'form.options')}</legend>
      <p className="help">{t(helpOf[question.kind] ?? 'form.optionsSingle')}</p>
      {options.map((option, at) => (
        <OptionRow
          key={option.id}
          groupName={name}
          question={question}
          at={at}
          option={option}
          onChange={onChange}
          onRemove={() => remove(at, () => onChange(dropOption(question, option.id)))}
        />
      ))}
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
      {question.kind !== 'ordering' && <OptionFeedback question={question} onChange={onChange} />}
    </fieldset>
  );
}

function OptionRow({
  groupName,
  question,
  option,
  at,
  onChange,
  onRemove,
}: Pick<OptionRowsProps, 'question' | 'onChange'> & {
  groupName: string;
  option: QuestionDraft['options'][number];
  at: number;
  onRemove: () => void;
}) {
  const { t } = useTranslation('quizzes');
  const { options, answer } = question;
  const letter = question.kind === 'ordering' ? String(at + 1) : optionLetter(at);
  const isRight = Array.isArray(answer) ? (answer as string[]).includes(option.id) : answer === option.id;
  const rename = (text: string) =>
    onChange({ ...question, options: options.map((item) => (item.id === option.id ? { ...item, text } : item)) });
  const moveUp = () => onChange({ ...question, options: options.toSpliced(at, 1).toSpliced(at - 1, 0, option) });
  return (
    <div className="flex items-center gap-2">
      {question.kind !== 'ordering' && (
        <input
          type={question.kind === 'multiple' ? 'checkbox' : 'radio'}
          name={groupName}
          aria-label={t('form.isRight', { letter })}
          checked={isRight}
          className="size-4 flex-none cursor-pointer accent-primary"
          onChange={(event) => onChange(markRight(question, option.id, event.target.checked))}
        />
      )}
      <TextField
        label={<span className="vh">{t('form.option', { letter })}</span>}
        prefix={letter}
        value={option.text}
        maxLength={500}
        className="flex-1"
        onChange={rename}
      />
      <IconButton
        label={t('form.moveOptionUp', { letter })}
        icon={ArrowUp}
        size="sm"
        isDisabled={at === 0}
        onPress={moveUp}
      />
      <IconButton
        data-remove
        label={t('form.removeOption', { letter })}
        icon={X}
        size="sm"
        isDisabled={options.length <= 2}
        onPress={onRemove}
      />
    </div>
  );
}
