import type { CalculatedKey } from './calculated/rules.ts';
import type { HotspotKey, MarkersAnswer } from './picture-questions/rules.ts';
import type {
  ClozeKey,
  EssayKey,
  MatchingKey,
  NumericAnswer,
  NumericKey,
  PairsAnswer,
  QuestionOption,
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

/** The first of a, b, c … that no option uses. */
export function freeOptionId(options: readonly Pick<QuestionOption, 'id'>[]): string {
  for (let index = 0; ; index++) {
    const id = index < 26 ? String.fromCharCode(97 + index) : `o${index}`;
    if (!options.some((option) => option.id === id)) return id;
  }
}
