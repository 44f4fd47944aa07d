import { type CalculatedKey, calculatedProblems } from './calculated/rules.ts';
import { type HotspotKey, hotspotProblems, labelsProblems, type MarkersAnswer } from './picture-questions/rules.ts';
import {
  type ClozeKey,
  clozeProblems,
  type EssayKey,
  essayProblems,
  type MatchingKey,
  matchingProblems,
  type NumericAnswer,
  type NumericKey,
  numericProblems,
  orderingProblems,
  type PairsAnswer,
  type QuestionOption,
  type QuestionParts,
  type TypeProblem,
} from './question-types/rules.ts';

/** Accepted texts; with `is_pattern` a star in them stands for any text. */
export type ShortKey = { texts: readonly string[]; keep_case: boolean; keep_marks: boolean; is_pattern?: boolean };

/** The right answer by type: an option id, option ids, the options in their order; an essay has a guide for grading instead. */
export type KeyOf = {
  single: string;
  multiple: readonly string[];
  truefalse: boolean;
  short: ShortKey;
  numeric: NumericKey;
  matching: MatchingKey;
  ordering: readonly string[];
  cloze: ClozeKey;
  essay: EssayKey;
  hotspot: HotspotKey;
  labels: MatchingKey;
  calculated: CalculatedKey;
};
/** The type of a question. */
export type QuestionKind = keyof KeyOf;
export const questionKinds: readonly QuestionKind[] = [
  'single',
  'multiple',
  'truefalse',
  'short',
  'numeric',
  'matching',
  'ordering',
  'cloze',
  'essay',
  'hotspot',
  'labels',
  'calculated',
];
export type AnswerKey = KeyOf[QuestionKind];
/** A student's answer: an option id, ids, a boolean, a text, a number with its unit, pairs, or markers on an image; null clears it. */
export type StudentAnswer = string | string[] | boolean | NumericAnswer | PairsAnswer | MarkersAnswer | null;

/** Whether its image is part of the answer, and so has a place of its own. */
export const isAnsweredOnImage = (kind: QuestionKind) => kind === 'hotspot' || kind === 'labels';

/** A key as that of one type; null where it is none. */
export function keyAs<Kind extends QuestionKind>(
  kind: Kind,
  question: { kind: QuestionKind; answer: AnswerKey | null },
) {
  return question.kind === kind ? (question.answer as KeyOf[Kind] | null) : null;
}

/** The parts of a question that grading needs, of the types whose points are explained. */
export type Gradable = {
  kind: 'single' | 'multiple' | 'truefalse' | 'short';
  points: number;
  options: readonly QuestionOption[];
  key: AnswerKey;
};

export const MAX_QUESTIONS = 200;
export const MAX_OPTIONS = 12;
export const MAX_SHORT_ANSWER_LENGTH = 500;

const EASTERN_DIGITS = /[٠-٩۰-۹]/g;
const QUOTES: Record<string, string> = { '’': "'", '‘': "'", '“': '"', '”': '"', '⁄': '/' };

/** Normalizes a short answer for comparison; the database grades by `private.normalize_answer`, which does the same. */
export function normalizeAnswer(input: string, rules: { keep_case: boolean; keep_marks: boolean }): string {
  const decomposed = input.normalize('NFKD');
  // Diacritics of Latin, Greek, Cyrillic; vowel signs of Arabic.
  const bare = rules.keep_marks ? decomposed : decomposed.replace(/[\u0300-\u036F\u064B-\u0652\u0670\u0640]/g, '');
  const unified = bare
    .replace(/[’‘“”⁄]/g, (mark) => QUOTES[mark] ?? mark)
    .replace(EASTERN_DIGITS, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));
  const plain = unified
    .replace(/[ \t\n\r\f\v]+/g, ' ')
    .replace(/^ | $/g, '')
    .replace(/ ?[.!]+$/, '');
  return rules.keep_case ? plain : plain.toLowerCase().replaceAll('ς', 'σ');
}

/** The points of an answer with the numbers of right choices made, right options, and wrong choices made. */
export type Grade = { earned: number; isRight: boolean; hits: number; rights: number; misses: number };

/**
 * The points of one answer, as the database grades it. Single choice, true or false and short text earn all or nothing.
 * In multiple choice each right choice earns its share of the points and each wrong one costs its share, so that
 * choosing everything earns nothing; the sum is never below zero and is rounded to hundredths.
 */
export function gradeAnswer(question: Gradable, answer: StudentAnswer): Grade {
  if (question.kind !== 'multiple') {
    const isRight = answer !== null && matches(question, answer);
    return {
      earned: isRight ? question.points : 0,
      isRight,
      hits: isRight ? 1 : 0,
      rights: 1,
      misses: answer === null || isRight ? 0 : 1,
    };
  }
  const key = Array.isArray(question.key) ? question.key : [];
  const chosen = Array.isArray(answer) ? answer : [];
  const hits = chosen.filter((id) => key.includes(id)).length;
  const misses = chosen.length - hits;
  const [rights, wrongs] = [key.length, question.options.length - key.length];
  const [share, divisor] = wrongs === 0 ? [hits, rights] : [hits * wrongs - misses * rights, rights * wrongs];
  // Integers until the last step, so that a half rounds up exactly as in PostgreSQL.
  const hundredths = Math.max(0, Math.floor((200 * question.points * share + divisor) / (2 * divisor)));
  return { earned: hundredths / 100, isRight: hundredths === question.points * 100, hits, rights, misses };
}

function matches({ kind, key }: Gradable, answer: StudentAnswer): boolean {
  if (kind !== 'short') return answer === key;
  if (typeof answer !== 'string' || !isShortKey(key)) return false;
  const plain = normalizeAnswer(answer, key);
  return key.texts.some((text) => {
    const accepted = normalizeAnswer(text, key);
    return key.is_pattern ? patternOf(accepted).test(plain) : accepted === plain;
  });
}

function patternOf(accepted: string): RegExp {
  const literals = accepted.split('*').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${literals.join('.*')}$`, 'su');
}

export function isShortKey(key: AnswerKey | null): key is ShortKey {
  return typeof key === 'object' && key !== null && 'texts' in key;
}

/** The letter of an option: A to L. */
export function optionLetter(index: number): string {
  return String.fromCharCode(65 + index);
}

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

/** The first of a, b, c … that no option uses. */
export function freeOptionId(options: readonly Pick<QuestionOption, 'id'>[]): string {
  for (let index = 0; ; index++) {
    const id = index < 26 ? String.fromCharCode(97 + index) : `o${index}`;
    if (!options.some((option) => option.id === id)) return id;
  }
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
