import { withSteps } from '../calculated/rules.ts';
import { newQuestion, type QuestionDraft, questionProblems } from '../drafts/rules.ts';
import { clozeGaps, matchingOf, type Pair, type QuestionOption, type Variable } from '../question-types/rules.ts';
import { type KeyOf, keyAs, type QuestionKind } from '../rules.ts';

/** What of a question could not be taken as it stood; a key of `exchange.change` in the texts. */
export type ImportChange = 'format' | 'image' | 'weights' | 'feedback' | 'points' | 'tolerance';
/** Why a question could not be taken at all; a key of `exchange.reason` in the texts. */
export type ImportReason = 'type' | 'image' | 'noAnswer' | 'broken' | 'invalid';

export type ImportedQuestion = { line: number; question: QuestionDraft; changes: ImportChange[] };
export type LeftOut = { line: number; text: string; reason: ImportReason };
/** What became of each question of a file, in its order. */
export type ImportReport = { taken: ImportedQuestion[]; left: LeftOut[] };

/** What is written of questions, and those that the format has no form for. */
export type Exported = { text: string; left: QuestionDraft[] };

/** Of a file that is imported. */
export const MAX_FILE_BYTES = 5_000_000;

export const formats = ['gift', 'moodle', 'csv', 'aiken'] as const;
export type Format = (typeof formats)[number];

const letters = 'abcdefghijklmnopqrstuvwxyz';
const toOption = (text: string, at: number): QuestionOption => ({ id: letters[at] ?? `o${at}`, text });

/** Fails while a question is read. */
export class Unreadable extends Error {
  readonly reason: ImportReason;
  constructor(reason: ImportReason) {
    super(reason);
    this.reason = reason;
  }
}

/** An option as formats hold it. */
export type Choice = { text: string; isRight: boolean; feedback?: string | undefined };

/** What a format says of a question, before it is one of ours. */
export type Source = {
  prompt: string;
  points?: number;
  explanation?: string;
} & (
  | { kind: 'choice'; options: Choice[]; isSingle: boolean }
  | { kind: 'truefalse'; isTrue: boolean }
  | { kind: 'short'; texts: string[]; keepCase?: boolean }
  | {
      kind: 'numeric';
      value: number;
      tolerance: number;
      isPercent?: boolean;
      units?: { text: string; factor: number | null }[];
    }
  | {
      kind: 'calculated';
      formula: string;
      variables: Variable[];
      tolerance: number;
      isPercent?: boolean;
      units?: { text: string; factor: number | null }[];
    }
  | { kind: 'matching'; pairs: { row: string; match: string }[]; extras: string[] }
  | { kind: 'ordering'; items: string[] }
  | { kind: 'cloze'; text: string }
  | { kind: 'essay'; guide?: string; minWords?: number; maxWords?: number | null }
);

/** Units and tolerance of a number. */
function numberOf({ units = [], tolerance, isPercent = false }: Source & { kind: 'numeric' | 'calculated' }) {
  const options = units.map(({ text }, at) => toOption(text, at));
  const factors = Object.fromEntries(options.map(({ id }, at) => [id, units[at]?.factor ?? null]));
  return { options, tolerance, is_percent: isPercent, factors };
}

function answerOf(source: Source): Pick<QuestionDraft, 'kind' | 'options' | 'parts' | 'answer'> {
  const bare = { options: [], parts: {} };
  switch (source.kind) {
    case 'choice': {
      const options = source.options.map(({ text, feedback }, at) => ({
        ...toOption(text, at),
        ...(feedback?.trim() && { feedback: feedback.trim() }),
      }));
      const right = options.filter((_, at) => source.options[at]?.isRight).map(({ id }) => id);
      if (source.isSingle) return { kind: 'single', options, parts: {}, answer: right[0] ?? null };
      return { kind: 'multiple', options, parts: {}, answer: right };
    }
    case 'truefalse':
      return { ...bare, kind: 'truefalse', answer: source.isTrue };
    case 'short': {
      const is_pattern = source.texts.some((text) => text.includes('*'));
      const answer = { texts: source.texts, keep_case: source.keepCase ?? false, keep_marks: false, is_pattern };
      return { ...bare, kind: 'short', answer };
    }
    case 'numeric': {
      const { options, ...key } = numberOf(source);
      return { kind: 'numeric', options, parts: {}, answer: { value: source.value, ...key } };
    }
    case 'calculated': {
      const { options, ...key } = numberOf(source);
      const { formula, variables } = source;
      const answer = withSteps({ ...key, formula, steps: [] }, variables);
      return { kind: 'calculated', options, parts: { variables }, answer };
    }
    case 'matching': {
      const pairs: Pair[] = source.pairs.map(({ row, match }, at) => ({ id: toOption('', at).id, row, match }));
      return {
        kind: 'matching',
        ...matchingOf(
          pairs,
          source.extras.map((text) => ({ id: '', text })),
        ),
      };
    }
    case 'ordering':
      return { kind: 'ordering', options: source.items.map(toOption), parts: {}, answer: [] };
    case 'cloze':
      return { ...bare, kind: 'cloze', answer: { text: source.text } };
    case 'essay': {
      const parts = { min_words: source.minWords ?? 0, max_words: source.maxWords ?? null };
      return { kind: 'essay', options: [], parts, answer: { guide: source.guide ?? '' } };
    }
  }
}

/** A question of ours under a new id. @throws {Unreadable} where it could not be saved */
export function questionOf(source: Source, changes: Set<ImportChange>): QuestionDraft {
  const whole = Math.min(100, Math.max(1, Math.round(source.points ?? 1)));
  if (source.points !== undefined && source.points !== whole) changes.add('points');
  const { kind, ...answer } = answerOf(source);
  const question = {
    ...newQuestion(crypto.randomUUID(), kind),
    ...answer,
    prompt: source.prompt.trim(),
    points: whole,
    explanation: (source.explanation ?? '').trim(),
  };
  const problems = questionProblems(question);
  if (problems.includes('right') || problems.includes('accepted')) throw new Unreadable('noAnswer');
  if (problems.length > 0 || isTooLong(question)) throw new Unreadable('invalid');
  return question;
}

function isTooLong({ prompt, explanation, options, parts, answer, kind }: QuestionDraft): boolean {
  const texts = [...options, ...(parts.rows ?? [])].map(({ text }) => text);
  const short = keyAs('short', { kind, answer })?.texts ?? [];
  const cloze = keyAs('cloze', { kind, answer })?.text ?? '';
  const guide = keyAs('essay', { kind, answer })?.guide ?? '';
  return (
    prompt.length > 2000 ||
    explanation.length > 2000 ||
    guide.length > 2000 ||
    cloze.length > 4000 ||
    texts.some((text) => text.length > 500) ||
    options.some(({ feedback = '' }) => feedback.length > 500) ||
    texts.length > (kind === 'matching' ? 24 : 12) ||
    short.length > 20 ||
    short.some((text) => text.length > 200)
  );
}

/** Reads questions one by one: one that fails is left out and takes no other with it. */
export function collect<Item>(
  items: Iterable<Item>,
  lineOf: (item: Item) => number,
  textOf: (item: Item) => string,
  read: (item: Item, changes: Set<ImportChange>) => Source | null,
): ImportReport {
  const report: ImportReport = { taken: [], left: [] };
  for (const item of items) {
    const changes = new Set<ImportChange>();
    try {
      const source = read(item, changes);
      if (source)
        report.taken.push({ line: lineOf(item), question: questionOf(source, changes), changes: [...changes] });
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      report.left.push({
        line: lineOf(item),
        text: textOf(item).replace(/\s+/g, ' ').trim().slice(0, 120),
        reason: error.reason,
      });
    }
  }
  return report;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** The plain text of a question's HTML; what is lost by that is a change. */
export function textOfHtml(html: string, changes: Set<ImportChange>): string {
  if (/<(?:img|svg|video|audio|object|embed|iframe)\b/i.test(html)) changes.add('image');
  if (/<(?:b|i|u|strong|em|sub|sup|table|ul|ol|a|code|pre|script|style|h[1-6])\b/i.test(html)) changes.add('format');
  return html
    .replace(/<(script|style)\b.*?(?:<\/\1\s*>|$)/gis, '')
    .replace(/<br\s*\/?>|<\/(?:p|div|li|tr|h[1-6])\s*>/gi, '\n')
    .replace(/<\/?[a-z!][^>]*>?/gi, '')
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,8}));/gi, (all, decimal?: string, hex?: string, name?: string) => {
      if (name) return ENTITIES[name.toLowerCase()] ?? all;
      const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
      return code > 8 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    })
    .replace(/[ \t]*\n\s*/g, '\n')
    .trim();
}

/** The parts of a question that formats write, by type. */
export type Written = {
  options: Choice[];
  pairs: { row: string; match: string }[];
  extras: string[];
  key<Kind extends QuestionKind>(kind: Kind): KeyOf[Kind];
};

export function writtenOf(question: QuestionDraft): Written {
  const { kind, options, parts, answer } = question;
  const isRight = (id: string) => (kind === 'multiple' ? (answer as string[]).includes(id) : answer === id);
  const key = keyAs('matching', question);
  const textOf = (id: string | undefined) => options.find((option) => option.id === id)?.text ?? '';
  const used = new Set(Object.values(key ?? {}));
  return {
    options: options.map(({ id, text, feedback }) => ({ text, isRight: isRight(id), feedback })),
    pairs: key ? (parts.rows ?? []).map(({ id, text }) => ({ row: text, match: textOf(key[id]) })) : [],
    extras: key ? options.filter(({ id }) => !used.has(id)).map(({ text }) => text) : [],
    key: (expected) => keyAs(expected, question) as KeyOf[typeof expected],
  };
}

/** A text with gaps with each of them written anew. */
export function withGaps(text: string, write: (gap: ReturnType<typeof clozeGaps>[number]) => string): string {
  const gaps = clozeGaps(text);
  let at = 0;
  return text.replace(/\[\[.*?\]\]/g, () => {
    const gap = gaps[at++];
    return gap ? write(gap) : '';
  });
}
