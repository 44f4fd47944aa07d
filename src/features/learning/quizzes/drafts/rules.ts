import { calculatedProblems } from '../calculated/rules.ts';
import { hotspotProblems, labelsProblems } from '../picture-questions/rules.ts';
import {
  clozeProblems,
  essayProblems,
  matchingProblems,
  numericProblems,
  orderingProblems,
  type QuestionOption,
  type QuestionParts,
  type TypeProblem,
} from '../question-types/rules.ts';
import { type AnswerKey, isShortKey, keyAs, MAX_OPTIONS, type QuestionKind } from '../rules.ts';

/** Why a question can't be saved; a key of `problem` in the texts. */
export type QuestionProblem = 'prompt' | 'options' | 'right' | 'accepted' | 'points' | TypeProblem;

/** A question as the editor holds it. */
export type QuestionDraft = {
  id: string;
  kind: QuestionKind;
  prompt: string;
  figure: { image: string; alt?: string } | null;
  points: number;
  options: QuestionOption[];
  parts: QuestionParts;
  answer: AnswerKey | null;
  explanation: string;
  /** The question of the bank it was copied from, of a copy that is not saved yet. */
  source_id?: string;
};

/** Everything that must be fixed before a question can be saved. */
export function questionProblems(question: QuestionDraft): QuestionProblem[] {
  const problems: QuestionProblem[] = [];
  if (question.prompt.trim() === '') problems.push('prompt');
  if (!Number.isInteger(question.points) || question.points < 1 || question.points > 100) problems.push('points');
  if (question.kind === 'single' || question.kind === 'multiple') {
    const texts = question.options.map((option) => option.text.trim());
    if (texts.length < 2 || texts.length > MAX_OPTIONS) problems.push('options');
    if (texts.includes('')) problems.push('optionText');
    if (new Set(texts).size < texts.length && !texts.includes('')) problems.push('optionTwice');
  }
  const more = typeProblems(question);
  if (more) problems.push(...more);
  else if (!hasKey(question)) problems.push(question.kind === 'short' ? 'accepted' : 'right');
  return problems;
}

/** What is wrong with a question of the further types; undefined for the first four. */
function typeProblems(question: QuestionDraft): TypeProblem[] | undefined {
  const { kind, parts, options } = question;
  if (kind === 'numeric') return numericProblems(options, keyAs('numeric', question));
  if (kind === 'matching') return matchingProblems(parts, options);
  if (kind === 'ordering') return orderingProblems(options);
  if (kind === 'cloze') return clozeProblems(keyAs('cloze', question));
  if (kind === 'calculated') return calculatedProblems(parts, options, keyAs('calculated', question));
  if (kind === 'hotspot') return hotspotProblems(question, keyAs('hotspot', question));
  if (kind === 'labels') return labelsProblems(question, options);
  return kind === 'essay' ? essayProblems(parts) : undefined;
}

function hasKey({ kind, options, answer }: QuestionDraft): boolean {
  const isOption = (id: string) => options.some((option) => option.id === id);
  if (answer === null) return false;
  if (kind === 'truefalse') return typeof answer === 'boolean';
  if (kind === 'single') return typeof answer === 'string' && isOption(answer);
  if (kind === 'multiple') return Array.isArray(answer) && answer.length > 0 && answer.every(isOption);
  return (
    typeof answer === 'object' &&
    isShortKey(answer) &&
    answer.texts.length > 0 &&
    answer.texts.every((text) => text.trim() !== '')
  );
}

/** An empty question of a kind. */
export function newQuestion(id: string, kind: QuestionKind): QuestionDraft {
  const blank = { id, prompt: '', figure: null, points: 1, explanation: '' };
  return { ...blank, ...blankAnswer(kind, null) };
}

/** Converts a question to another kind; keeps what fits. */
export function asKind(question: QuestionDraft, kind: QuestionKind): QuestionDraft {
  const { answer } = question;
  const next = { ...question, ...blankAnswer(kind, question) };
  if (kind === 'multiple' && typeof answer === 'string') return { ...next, answer: [answer] };
  if (kind === 'single' && question.kind === 'multiple' && Array.isArray(answer))
    return { ...next, answer: (answer as string[])[0] ?? null };
  return next;
}

const withOptions: readonly QuestionKind[] = ['single', 'multiple', 'ordering'];

function blankAnswer(
  kind: QuestionKind,
  from: Pick<QuestionDraft, 'kind' | 'options'> | null,
): Pick<QuestionDraft, 'kind' | 'options' | 'parts' | 'answer'> {
  const ids = ['a', 'b', 'c', 'd'];
  const blank = ids.map((id) => ({ id, text: '' }));
  const options = from && withOptions.includes(from.kind) && from.options.length > 0 ? from.options : blank;
  const bare = { kind, options: [], parts: {} };
  switch (kind) {
    case 'truefalse':
      return { ...bare, answer: null };
    case 'short':
      return { ...bare, answer: { texts: [], keep_case: false, keep_marks: false, is_pattern: false } };
    case 'numeric':
      return { ...bare, answer: { value: null, tolerance: 0, is_percent: false, factors: {} } };
    case 'cloze':
      return { ...bare, answer: { text: '' } };
    case 'essay':
      return { ...bare, parts: { min_words: 0, max_words: null }, answer: { guide: '' } };
    case 'calculated':
      return {
        ...bare,
        parts: { variables: [{ name: 'x', min: 1, max: 10, decimals: 0 }] },
        answer: { formula: '', steps: [], tolerance: 0, is_percent: false, factors: {} },
      };
    case 'hotspot':
      return { ...bare, parts: { description: '' }, answer: { regions: [] } };
    case 'labels':
      return { ...bare, parts: { rows: [] }, answer: {} };
    case 'matching':
      return { kind, options: blank, parts: { rows: blank }, answer: Object.fromEntries(ids.map((id) => [id, id])) };
    default:
      return { kind, options, parts: {}, answer: kind === 'single' ? null : [] };
  }
}

/** Marks an option as right or not: at most one in single choice, any number in multiple choice. */
export function markRight(question: QuestionDraft, optionId: string, isRight: boolean): QuestionDraft {
  if (question.kind === 'single') return { ...question, answer: isRight ? optionId : null };
  const marked = Array.isArray(question.answer) ? (question.answer as string[]) : [];
  const remaining = marked.filter((id) => id !== optionId);
  return { ...question, answer: isRight ? [...remaining, optionId] : remaining };
}

/** Removes an option and its mark. */
export function dropOption(question: QuestionDraft, optionId: string): QuestionDraft {
  const options = question.options.filter((option) => option.id !== optionId);
  const isMarked = question.kind === 'multiple' || question.answer === optionId;
  return isMarked ? { ...markRight(question, optionId, false), options } : { ...question, options };
}
