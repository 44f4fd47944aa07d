import { Check, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { numberFormat } from '#base/shared/formats.ts';
import { ContentText } from '#ui/display/content-language.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import type { GradedQuestion } from '../../attempts/data.ts';
import { PictureAnswer } from '../../picture-questions/components/picture-answer.tsx';
import { holds, isMarkers } from '../../picture-questions/rules.ts';
import {
  isAnsweredOnImage,
  type KeyOf,
  keyAs,
  normalizeAnswer,
  type QuestionKind,
  type StudentAnswer,
} from '../../rules.ts';
import { countWords } from '../rules.ts';
import { isPairs } from './matching-question.tsx';
import { isNumericAnswer } from './numeric-question.tsx';

/** One part of an answer: what it is of, what was answered, and what is right where that is shown; `isPlain`: that goes without saying. */
type Line = { id: string; label: string; answered: string; right: string | undefined; isPlain?: boolean };

/** An answer of a further type, part by part, with what is right as far as the quiz shows it. */
export function AnswerLines({ question }: { question: GradedQuestion }) {
  const { t } = useTranslation('quizzes');
  const lines = useLines(question);
  if (question.kind === 'essay') return <EssayText answer={question.answer} />;
  return (
    <>
      {isAnsweredOnImage(question.kind) && <PictureAnswer question={question} />}
      <ul className="grid gap-1 text-sm">
        {lines.map(({ id, label, answered, right, isPlain }) => {
          const isRight = right !== undefined && (right === answered || question.is_right === true);
          return (
            <li key={id} className="flex flex-wrap items-start gap-x-2">
              {label && (
                <span className="text-ink-2">
                  <ContentText isApart>{label}</ContentText>
                </span>
              )}
              {right !== undefined &&
                (isRight ? (
                  <Check role="img" aria-label={t('result.isRight')} className="size-4 flex-none text-success" />
                ) : (
                  <X role="img" aria-label={t('result.isWrong')} className="size-4 flex-none text-error" />
                ))}
              <span className="font-medium wrap-anywhere">
                {answered ? <bdi>{answered}</bdi> : <span className="text-ink-3">{t('result.nothing')}</span>}
              </span>
              {right !== undefined && !isRight && !isPlain && (
                <span className="help">
                  {t('result.right')} <bdi>{right}</bdi>
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

function EssayText({ answer }: { answer: StudentAnswer }) {
  const { t } = useTranslation('quizzes');
  const { locale } = useLocale();
  if (typeof answer !== 'string') return <p className="text-sm text-ink-3">{t('result.nothing')}</p>;
  return (
    <div className="grid gap-1">
      <p dir="auto" className="max-w-prose whitespace-pre-line wrap-anywhere">
        {answer}
      </p>
      <p className="help">{t('question.words', { count: countWords(answer, locale) })}</p>
    </div>
  );
}

function useLines(question: GradedQuestion): Line[] {
  const { t } = useTranslation('quizzes');
  const { locale } = useLocale();
  const { kind, options, parts, answer } = question;
  const textOf = (id: string | undefined) => options.find((option) => option.id === id)?.text ?? '';
  const pairs = isPairs(answer) ? answer : {};
  const key = <Kind extends QuestionKind>() => question.key as KeyOf[Kind] | undefined;
  const format = numberFormat(locale, { maximumSignificantDigits: 15 });
  if (kind === 'numeric' || kind === 'calculated') {
    const right = key<'numeric'>();
    const answered = isNumericAnswer(answer)
      ? `${format.format(answer.value)} ${textOf(answer.unit ?? '')}`.trim()
      : '';
    const first = options.find(({ id }) => right?.factors[id] === 1)?.text ?? '';
    const tolerance = right?.tolerance ? ` ± ${format.format(right.tolerance)}${right.is_percent ? ' %' : ''}` : '';
    const words = right && `${format.format(right.value ?? 0)} ${first}`.trim() + tolerance;
    return [{ id: 'number', label: '', answered, right: words }];
  }
  if (kind === 'matching' || kind === 'labels') {
    const right = key<'matching'>();
    return (parts.rows ?? []).map(({ id, text }, at) => ({
      id,
      label: kind === 'labels' ? `${at + 1}. ${text}` : text,
      answered: textOf(pairs[id]),
      right: right && textOf(right[id]),
    }));
  }
  if (kind === 'ordering') {
    const right = key<'ordering'>();
    const answered = Array.isArray(answer) ? answer : [];
    return options.map((_, at) => ({
      id: String(at),
      label: `${at + 1}.`,
      answered: textOf(answered[at]),
      right: right && textOf(right[at]),
    }));
  }
  if (kind === 'hotspot') return regionLines(question, t('result.marked'), t('result.notMarked'));
  const gaps = key<'cloze'>()?.gaps;
  return (parts.segments ?? []).flatMap((segment) =>
    'text' in segment
      ? []
      : [
          {
            id: segment.gap,
            label: `${segment.gap}.`,
            answered: pairs[segment.gap] ?? '',
            right: rightText(gaps?.[segment.gap], pairs[segment.gap]),
          },
        ],
  );
}

/** Each region that is shown to be right, and whether a marker is in it. */
function regionLines({ parts, answer, key, kind }: GradedQuestion, marked: string, unmarked: string): Line[] {
  const markers = isMarkers(answer) ? answer.markers : [];
  const regions = keyAs('hotspot', { kind, answer: key ?? null })?.regions ?? [];
  return regions.map((region) => {
    const isHit = markers.some((marker) => holds(region, parts.ratio ?? 1, marker));
    return { id: region.id, label: region.text, answered: isHit ? marked : unmarked, right: marked, isPlain: true };
  });
}

/** What a gap accepts: the text that was answered where the database takes it for one of them. */
function rightText(accepted: readonly string[] | undefined, answered = ''): string | undefined {
  const plain = (text: string) => normalizeAnswer(text, { keep_case: false, keep_marks: false });
  return accepted?.some((text) => plain(text) === plain(answered)) ? answered : accepted?.[0];
}
