import { Check, CircleCheck, CircleDashed, CircleMinus, CircleX, Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '#base/shared/formats.ts';
import { ContentText } from '#ui/display/content-language.tsx';
import { classNames } from '#ui/layout/class-names.ts';
import { useLocale } from '#ui/layout/locale.ts';
import type { GradedQuestion } from '../attempts/data.ts';
import { isAnswered } from '../attempts/rules.ts';
import { useFilledText } from '../calculated/components/use-filled-text.ts';
import { AnswerLines } from '../question-types/components/answer-lines.tsx';
import { type AnswerKey, gradeAnswer, isShortKey, type ShortKey, type StudentAnswer } from '../rules.ts';

/** A graded question: the student's answer, its points, and the right answer as far as the feedback setting shows it. */
export function GradedQuestionView({
  question,
  number,
  level = 4,
  children,
}: {
  question: GradedQuestion;
  number: number;
  level?: 3 | 4;
  /** Fields to grade it by hand. */
  children?: ReactNode;
}) {
  const Title = `h${level}` as const;
  const { t } = useTranslation('quizzes');
  const { locale } = useLocale();
  const earned = question.is_waiting ? undefined : question.earned;
  const isPartly = earned !== undefined && earned > 0 && !question.is_right;
  const format = numberFormat(locale);
  const filled = useFilledText(question.parts.values);
  return (
    <li className="grid gap-2 py-4">
      <div className="flex items-start justify-between gap-4">
        <Title className="max-w-prose font-medium whitespace-pre-line">
          <span className="num text-ink-3">{number}.</span> <ContentText isApart>{filled(question.prompt)}</ContentText>
        </Title>
        {earned !== undefined && (
          <span className="num help whitespace-nowrap">
            {t('result.points', { earned: format.format(earned), points: question.points })}
          </span>
        )}
      </div>
      {question.is_waiting && (
        <p className="row text-sm font-medium text-ink-2">
          <Hourglass aria-hidden="true" className="size-4" />
          {t('result.waiting')}
        </p>
      )}
      {earned !== undefined && (
        <Verdict isRight={question.is_right === true} isPartly={isPartly} isGiven={isAnswered(question.answer)} />
      )}
      <GivenAnswer question={question} />
      {question.key !== undefined && isPartly && question.kind === 'multiple' && (
        <PartialCredit question={question} answerKey={question.key} />
      )}
      {children}
      {question.comment && !children && <Comment>{question.comment}</Comment>}
      {question.explanation && (
        <p className="max-w-prose text-sm text-ink-2">
          <ContentText>{filled(question.explanation)}</ContentText>
        </p>
      )}
    </li>
  );
}

/** What whoever graded the answer wrote. */
function Comment({ children }: { children: string }) {
  const { t } = useTranslation('quizzes');
  return (
    <div className="max-w-prose rounded-(--radius-box) bg-tint p-3 text-sm">
      <p className="font-medium">{t('result.comment')}</p>
      <p dir="auto" className="whitespace-pre-line wrap-anywhere">
        {children}
      </p>
    </div>
  );
}

/** What was answered, and what is right as far as it is shown. */
function GivenAnswer({ question }: { question: GradedQuestion }) {
  const { t } = useTranslation('quizzes');
  const answerText = useAnswerWords();
  const { kind, answer, key } = question;
  if (kind === 'single' || kind === 'multiple') return <Choices question={question} />;
  if (kind !== 'short' && kind !== 'truefalse') return <AnswerLines question={question} />;
  return (
    <>
      <p className="text-sm">
        <span className="text-ink-2">{t('result.yours')}</span>{' '}
        {isAnswered(answer) ? answerText(answer) : <span className="text-ink-3">{t('result.nothing')}</span>}
      </p>
      {key !== undefined && !question.is_right && (
        <p className="text-sm">
          <span className="text-ink-2">{t('result.right')}</span> {answerText(key)}
        </p>
      )}
    </>
  );
}

function Verdict({ isRight, isPartly, isGiven }: { isRight: boolean; isPartly: boolean; isGiven: boolean }) {
  const { t } = useTranslation('quizzes');
  const [Icon, tone, name] = isRight
    ? ([CircleCheck, 'text-success', 'result.isRight'] as const)
    : isPartly
      ? ([CircleDashed, 'text-warning', 'result.isPartly'] as const)
      : isGiven
        ? ([CircleX, 'text-error', 'result.isWrong'] as const)
        : ([CircleMinus, 'text-ink-2', 'result.notAnswered'] as const);
  return (
    <p className={classNames('row text-sm font-medium', tone)}>
      <Icon aria-hidden="true" className="size-4" />
      {t(name)}
    </p>
  );
}

function Choices({ question }: { question: GradedQuestion }) {
  const { t } = useTranslation('quizzes');
  const has = (value: StudentAnswer | AnswerKey | undefined, id: string) =>
    Array.isArray(value) ? value.includes(id) : value === id;
  return (
    <ul className="grid gap-1 text-sm">
      {question.options.map((option) => {
        const isMine = has(question.answer, option.id);
        const isKey = question.key !== undefined && has(question.key, option.id);
        return (
          <li key={option.id} className={classNames('row items-start', !isMine && !isKey && 'text-ink-2')}>
            <span className="grid size-5 flex-none place-items-center">
              {isKey && <Check aria-hidden="true" className="size-4 text-success" />}
            </span>
            <span className={classNames('wrap-anywhere', isMine && 'font-medium')}>
              <ContentText>{option.text}</ContentText>
              {isMine && option.feedback && (
                <span className="mt-1 block font-normal whitespace-pre-line text-ink-2">
                  <ContentText>{option.feedback}</ContentText>
                </span>
              )}
            </span>
            {(isMine || isKey) && (
              <span className="help ms-auto whitespace-nowrap">
                {t(isMine && isKey ? 'result.yoursAndRight' : isMine ? 'result.yourChoice' : 'result.rightChoice')}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function PartialCredit({ question, answerKey }: { question: GradedQuestion; answerKey: AnswerKey }) {
  const { t } = useTranslation('quizzes');
  const gradable = { ...question, kind: 'multiple', key: answerKey } as const;
  const { hits, rights, misses } = gradeAnswer(gradable, question.answer);
  return <p className="help">{t('result.partial', { hits, rights, misses })}</p>;
}

/** Formats an answer or a key of true or false, or of a short answer. */
function useAnswerWords(): (value: StudentAnswer | AnswerKey) => string {
  const { t } = useTranslation('quizzes');
  const { locale } = useLocale();
  return (value) => {
    if (typeof value === 'boolean') return t(value ? 'question.true' : 'question.false');
    if (typeof value === 'string') return value;
    if (!isShortKey(value as AnswerKey)) return '';
    return new Intl.ListFormat(locale, { type: 'disjunction' }).format((value as ShortKey).texts);
  };
}
