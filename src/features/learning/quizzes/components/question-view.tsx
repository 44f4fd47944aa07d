import { Check } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, Suspense, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { renderedPicture } from '#base/shared/pictures.ts';
import { useContentAttributes } from '#ui/display/content-language.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { classNames } from '#ui/layout/class-names.ts';
import { Kbd } from '#ui/palette/kbd.tsx';
import type { AttemptQuestion, Figure } from '../attempts/data.ts';
import { useFilledText } from '../calculated/components/use-filled-text.ts';
import { typeViews } from '../question-types/components/type-view.tsx';
import { isAnsweredOnImage, MAX_SHORT_ANSWER_LENGTH, optionLetter, type StudentAnswer } from '../rules.ts';
import { focusIntoView } from './focus-into-view.ts';

type QuestionViewProps = {
  question: AttemptQuestion;
  /** From 1. */
  number: number;
  count: number;
  answer: StudentAnswer;
  isDisabled: boolean;
  /** `isTyped`: more of it follows within a moment. */
  onAnswer: (answer: StudentAnswer, isTyped?: boolean) => void;
};

type Choice = { id: string; text: string; value: string | boolean };

/** One question, focused when it appears. While the focus is inside, letter keys choose options. */
export function QuestionView({ question, number, count, answer, isDisabled, onAnswer }: QuestionViewProps) {
  const { t } = useTranslation('quizzes');
  const titleId = useId();
  const TypeView = typeViews[question.kind];
  const filled = useFilledText(question.parts.values);
  const { choices, isChosen, choose, chooseByLetter } = useChoices({ question, answer, isDisabled, onAnswer });
  return (
    <section aria-labelledby={titleId} onKeyDown={chooseByLetter}>
      <p className="mb-2 text-sm text-ink-2">
        {[
          t('question.number', { number, count }),
          t('question.points', { count: question.points }),
          t(`question.how.${question.kind}`),
        ].join(' · ')}
      </p>
      <Prompt id={titleId}>{filled(question.prompt)}</Prompt>
      {question.figure && !isAnsweredOnImage(question.kind) && <QuestionFigure figure={question.figure} />}
      {TypeView ? (
        <Suspense fallback={<SkeletonText lines={4} />}>
          <TypeView
            question={question}
            answer={answer}
            isDisabled={isDisabled}
            onAnswer={onAnswer}
            onType={(next) => onAnswer(next, true)}
          />
        </Suspense>
      ) : question.kind === 'short' ? (
        <TextField
          label={t('question.yourAnswer')}
          value={typeof answer === 'string' ? answer : ''}
          maxLength={MAX_SHORT_ANSWER_LENGTH}
          isDisabled={isDisabled}
          autoComplete="off"
          className="max-w-prose"
          onChange={(text) => onAnswer(text.trim() === '' ? null : text, true)}
        />
      ) : (
        <fieldset aria-labelledby={titleId} className="grid gap-2">
          {choices.map((choice, at) => (
            <ChoiceRow
              key={choice.id}
              letter={optionLetter(at)}
              text={choice.text}
              isChosen={isChosen(choice)}
              input={{
                type: question.kind === 'multiple' ? 'checkbox' : 'radio',
                name: question.id,
                disabled: isDisabled,
                onChange: () => choose(choice),
              }}
            />
          ))}
        </fieldset>
      )}
    </section>
  );
}

function QuestionFigure({ figure: { image, alt } }: { figure: Figure }) {
  return (
    <img
      src={renderedPicture(image)?.src ?? image}
      alt={alt ?? ''}
      className="mb-5 max-h-64 w-full rounded-(--radius-box) object-contain"
    />
  );
}

/** The choices of a question, and choosing one. */
function useChoices({ question, answer, isDisabled, onAnswer }: Omit<QuestionViewProps, 'number' | 'count'>) {
  const { t } = useTranslation('quizzes');
  const isMultiple = question.kind === 'multiple';
  const choices: Choice[] =
    question.kind === 'truefalse'
      ? [
          { id: 'true', text: t('question.true'), value: true },
          { id: 'false', text: t('question.false'), value: false },
        ]
      : question.options.map((option) => ({ ...option, value: option.id }));
  const isChosen = ({ value }: Choice) =>
    Array.isArray(answer) ? typeof value === 'string' && answer.includes(value) : answer === value;

  function choose(choice: Choice) {
    if (isDisabled) return;
    if (!isMultiple || typeof choice.value !== 'string') return onAnswer(choice.value);
    const chosen = Array.isArray(answer) ? answer : [];
    const next = chosen.includes(choice.value) ? chosen.filter((id) => id !== choice.value) : [...chosen, choice.value];
    onAnswer(next.length > 0 ? next : null);
  }
  function chooseByLetter(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || question.kind === 'short' || question.kind in typeViews)
      return;
    const choice = event.key.length === 1 ? choices[event.key.toUpperCase().charCodeAt(0) - 65] : undefined;
    if (!choice) return;
    event.preventDefault();
    choose(choice);
  }
  return { choices, isChosen, choose, chooseByLetter };
}

/** The text of a question, which takes the focus. */
function Prompt({ id, children }: { id: string; children: string }) {
  const written = useContentAttributes();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => focusIntoView(title.current), []);
  return (
    <h2
      id={id}
      ref={title}
      tabIndex={-1}
      {...written}
      className="mb-6 max-w-prose scroll-mt-12 text-2xl font-semibold whitespace-pre-line outline-none"
    >
      {children}
    </h2>
  );
}

function ChoiceRow({
  letter,
  text,
  isChosen,
  input,
}: {
  letter: string;
  text: string;
  isChosen: boolean;
  input: ComponentProps<'input'>;
}) {
  const written = useContentAttributes();
  return (
    <label
      className={classNames(
        'quiz-choice flex min-h-13 cursor-pointer items-center gap-4 rounded-(--radius-box) border px-4 py-3 text-base transition-colors',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary',
        isChosen ? 'border-primary bg-tint font-semibold ring-1 ring-primary' : 'border-line-2 hover:bg-hover',
      )}
    >
      <input className="vh" checked={isChosen} {...input} />
      <span aria-hidden="true" className="contents">
        <Kbd>{letter}</Kbd>
      </span>
      <span {...written} className="min-w-0 flex-1 wrap-anywhere">
        {text}
      </span>
      {isChosen && <Check aria-hidden="true" className="size-5 flex-none text-primary" />}
    </label>
  );
}
