/** What a question asks for. */
export type QuestionKind = 'single' | 'multiple' | 'truefalse' | 'short';
export const questionKinds: readonly QuestionKind[] = ['single', 'multiple', 'truefalse', 'short'];

export type QuestionOption = { id: string; text: string };
export type ShortKey = { texts: readonly string[]; keep_case: boolean; keep_marks: boolean };
/** single: an option's id; multiple: ids; truefalse: a boolean; short: the accepted texts. */
export type AnswerKey = string | readonly string[] | boolean | ShortKey;
/** What a student gave: an option's id, ids, a boolean or a text; null takes an answer back. */
export type GivenAnswer = string | string[] | boolean | null;

/** What decides the points of an answer. */
export type Gradable = { kind: QuestionKind; points: number; options: readonly QuestionOption[]; key: AnswerKey };

export const MAX_QUESTIONS = 200;
export const MAX_OPTIONS = 12;
export const MAX_SHORT_ANSWER_LENGTH = 500;

const EASTERN_DIGITS = /[٠-٩۰-۹]/g;
const QUOTES: Record<string, string> = { '’': "'", '‘': "'", '“': '"', '”': '"', '⁄': '/' };

/** A short answer without what makes no difference; `private.plain_answer` does the same where it counts. */
export function plainAnswer(written: string, keep: { keep_case: boolean; keep_marks: boolean }): string {
  const wide = written.normalize('NFKD');
  // Diacritics of Latin, Greek, Cyrillic; vowel signs of Arabic.
  const bare = keep.keep_marks ? wide : wide.replace(/[\u0300-\u036F\u064B-\u0652\u0670\u0640]/g, '');
  const typed = bare
    .replace(/[’‘“”⁄]/g, (mark) => QUOTES[mark] ?? mark)
    .replace(EASTERN_DIGITS, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));
  const plain = typed
    .replace(/[ \t\n\r\f\v]+/g, ' ')
    .replace(/^ | $/g, '')
    .replace(/ ?[.!]+$/, '');
  return keep.keep_case ? plain : plain.toLowerCase().replaceAll('ς', 'σ');
}

/** What an answer earned and why: what the right and the wrong choices came to, in hundredths of a point. */
export type Grade = { earned: number; isRight: boolean; hits: number; rights: number; misses: number };

/**
 * The points of one answer, as the database grades it. Single choice, true or false and short text earn all or nothing.
 * Of several right choices each earns its share of the points and each wrong one costs its share, so that
 * choosing everything is worth nothing; the sum is never below zero and is rounded to hundredths.
 */
export function gradeAnswer(question: Gradable, given: GivenAnswer): Grade {
  if (question.kind !== 'multiple') {
    const isRight = given !== null && matches(question, given);
    return {
      earned: isRight ? question.points : 0,
      isRight,
      hits: isRight ? 1 : 0,
      rights: 1,
      misses: given === null || isRight ? 0 : 1,
    };
  }
  const key = Array.isArray(question.key) ? question.key : [];
  const chosen = Array.isArray(given) ? given : [];
  const hits = chosen.filter((id) => key.includes(id)).length;
  const misses = chosen.length - hits;
  const [rights, wrongs] = [key.length, question.options.length - key.length];
  const [share, whole] = wrongs === 0 ? [hits, rights] : [hits * wrongs - misses * rights, rights * wrongs];
  // Whole numbers until the last step: a half rounds up here exactly when it does in PostgreSQL.
  const hundredths = Math.max(0, Math.floor((200 * question.points * share + whole) / (2 * whole)));
  return { earned: hundredths / 100, isRight: hundredths === question.points * 100, hits, rights, misses };
}

function matches({ kind, key }: Gradable, given: string | string[] | boolean): boolean {
  if (kind !== 'short') return given === key;
  if (typeof given !== 'string' || !isShortKey(key)) return false;
  const plain = plainAnswer(given, key);
  return key.texts.some((text) => plainAnswer(text, key) === plain);
}

export function isShortKey(key: AnswerKey): key is ShortKey {
  return typeof key === 'object' && !Array.isArray(key);
}

/** Whether a student gave anything at all. */
export function isAnswered(given: GivenAnswer | undefined): boolean {
  if (given === undefined || given === null) return false;
  return typeof given === 'boolean' || given.length > 0;
}

/** Percent of the points, whole, rounded down: 59.9 is not yet 60. */
export function percentOf(score: number, points: number): number {
  return points === 0 ? 100 : Math.floor(Math.round(score * 100) / points + 1e-9);
}

export function hasPassed(score: number, points: number, passMark: number): boolean {
  return Math.round(score * 100) >= passMark * points;
}

/** The letter of the key that chooses an option: A to L. */
export function optionLetter(index: number): string {
  return String.fromCharCode(65 + index);
}

/** Seconds that are left by the server's clock; null without a limit. `skew` is server time minus ours, in milliseconds. */
export function secondsLeft(dueAt: string | null, now: number, skew: number): number | null {
  if (dueAt === null) return null;
  return Math.max(0, Math.ceil((Date.parse(dueAt) - now - skew) / 1000));
}

/** `mm:ss`, or `h:mm:ss` from an hour on. */
export function clockText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${two(minutes)}:${two(seconds % 60)}`;
}

/** What keeps a question from being saved; a key of the locale's `problem`. */
export type QuestionProblem = 'prompt' | 'options' | 'optionText' | 'optionTwice' | 'right' | 'accepted' | 'points';

/** A question as its author edits it. */
export type QuestionDraft = {
  id: string;
  kind: QuestionKind;
  prompt: string;
  figure: { image: string; alt?: string } | null;
  points: number;
  options: QuestionOption[];
  answer: AnswerKey | null;
  explanation: string;
};

/** All that an author still has to do before a question can be asked. */
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
  if (!hasKey(question)) problems.push(question.kind === 'short' ? 'accepted' : 'right');
  return problems;
}

function hasKey({ kind, options, answer }: QuestionDraft): boolean {
  const known = (id: string) => options.some((option) => option.id === id);
  if (answer === null) return false;
  if (kind === 'truefalse') return typeof answer === 'boolean';
  if (kind === 'single') return typeof answer === 'string' && known(answer);
  if (kind === 'multiple') return Array.isArray(answer) && answer.length > 0 && answer.every(known);
  return (
    typeof answer === 'object' &&
    isShortKey(answer) &&
    answer.texts.length > 0 &&
    answer.texts.every((text) => text.trim() !== '')
  );
}

/** The first of a, b, c … that no option has. */
export function freeOptionId(options: readonly QuestionOption[]): string {
  for (let index = 0; ; index++) {
    const id = index < 26 ? String.fromCharCode(97 + index) : `o${index}`;
    if (!options.some((option) => option.id === id)) return id;
  }
}

/** A question of a kind with nothing written yet. */
export function newQuestion(id: string, kind: QuestionKind): QuestionDraft {
  const blank = { id, prompt: '', figure: null, points: 1, explanation: '' };
  return { ...blank, ...blankAnswer(kind, []) };
}

/** The same question as another kind: what still fits is kept. */
export function asKind(question: QuestionDraft, kind: QuestionKind): QuestionDraft {
  const { answer } = question;
  const next = { ...question, ...blankAnswer(kind, question.options) };
  if (kind === 'multiple' && typeof answer === 'string') return { ...next, answer: [answer] };
  if (kind === 'single' && Array.isArray(answer)) return { ...next, answer: (answer as string[])[0] ?? null };
  return next;
}

function blankAnswer(
  kind: QuestionKind,
  options: QuestionOption[],
): Pick<QuestionDraft, 'kind' | 'options' | 'answer'> {
  if (kind === 'truefalse') return { kind, options: [], answer: null };
  if (kind === 'short') return { kind, options: [], answer: { texts: [], keep_case: false, keep_marks: false } };
  const blank = ['a', 'b', 'c', 'd'].map((id) => ({ id, text: '' }));
  return { kind, options: options.length > 0 ? options : blank, answer: kind === 'multiple' ? [] : null };
}

/** Marks an option as right, or takes the mark back: one for single choice, any number for multiple. */
export function markRight(question: QuestionDraft, optionId: string, isRight: boolean): QuestionDraft {
  if (question.kind === 'single') return { ...question, answer: isRight ? optionId : null };
  const marked = Array.isArray(question.answer) ? (question.answer as string[]) : [];
  const others = marked.filter((id) => id !== optionId);
  return { ...question, answer: isRight ? [...others, optionId] : others };
}

/** Without an option, and without its mark. */
export function dropOption(question: QuestionDraft, optionId: string): QuestionDraft {
  const options = question.options.filter((option) => option.id !== optionId);
  const isMarked = question.kind === 'multiple' || question.answer === optionId;
  return isMarked ? { ...markRight(question, optionId, false), options } : { ...question, options };
}
