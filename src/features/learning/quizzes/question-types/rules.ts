/** `feedback`: what a student who chose it reads with the result; only of single and multiple choice. */
export type QuestionOption = { id: string; text: string; feedback?: string };
/** A row of a matching question; a label has a place on the image, in percent of its width and height. */
export type QuestionRow = QuestionOption & { x?: number; y?: number };

/** The right number in the first unit; `factors`: what one of each unit is in the first, null where the unit is wrong. */
export type NumericKey = {
  value: number | null;
  tolerance: number;
  is_percent: boolean;
  factors: Readonly<Record<string, number | null>>;
};
/** The option of each row. */
export type MatchingKey = Readonly<Record<string, string>>;
/** The text as its author writes it; the database reads the gaps from it. */
export type ClozeKey = { text: string; gaps?: Readonly<Record<string, readonly string[]>> };
export type EssayKey = { guide: string };

export type NumericAnswer = { value: number; unit: string | null };
/** matching: the option of each row; cloze: the text of each gap. What is missing is not answered. */
export type PairsAnswer = Readonly<Record<string, string>>;

export type ClozeSegment = { text: string } | { gap: string; choices?: readonly string[] };
/** The values of a variable of a formula: in a range, with so many decimals. */
export type Variable = { name: string; min: number; max: number; decimals: number };
/** The values of variables by their names. */
export type Values = Readonly<Record<string, number>>;

/** What a student sees of some types beside the options. */
export type QuestionParts = {
  rows?: readonly QuestionRow[];
  segments?: readonly ClozeSegment[];
  min_words?: number;
  max_words?: number | null;
  /** Width of the image to its height. */
  ratio?: number;
  /** The image in words, for who can’t see it. */
  description?: string;
  /** How many markers are placed. */
  markers?: number;
  /** What a formula is of, for its author. */
  variables?: readonly Variable[];
  /** The values of the variables in an attempt. */
  values?: Values;
};

export const MAX_ESSAY_LENGTH = 20_000;
export const MAX_WORDS = 5000;
export const MAX_GAP_LENGTH = 200;

/** Why a question of these types can't be saved; a key of `problem` in the texts. */
export type TypeProblem =
  | 'number'
  | 'unit'
  | 'pairs'
  | 'optionText'
  | 'optionTwice'
  | 'gaps'
  | 'gapChoice'
  | 'words'
  | 'image'
  | 'description'
  | 'regions'
  | 'labels'
  | 'variables'
  | 'formula'
  | 'formulaValue';

const isBlank = (text: string) => text.trim() === '';
const hasTwice = (texts: readonly string[]) => new Set(texts.map((text) => text.trim())).size < texts.length;

export function numericProblems(options: readonly QuestionOption[], key: NumericKey | null): TypeProblem[] {
  const problems: TypeProblem[] = [];
  if (!Number.isFinite(key?.value ?? Number.NaN) || !((key?.tolerance ?? 0) >= 0)) problems.push('number');
  const factors = options.map(({ id }) => key?.factors[id] ?? null);
  const isUnclear = options.length > 0 && factors.every((factor) => factor === null);
  if (options.some(({ text }) => isBlank(text)) || isUnclear || factors.includes(0)) problems.push('unit');
  return problems;
}

/** A row of a matching question with the text it matches. */
export type Pair = { id: string; row: string; match: string };

/** The rows with their matches, and the options that match none, as an author edits them. */
export function pairsOf(
  parts: QuestionParts,
  options: readonly QuestionOption[],
  key: MatchingKey | null,
): { pairs: Pair[]; extras: QuestionOption[] } {
  const textOf = (id: string | undefined) => options.find((option) => option.id === id)?.text ?? '';
  const pairs = (parts.rows ?? []).map(({ id, text }) => ({ id, row: text, match: textOf(key?.[id]) }));
  const used = new Set(Object.values(key ?? {}));
  return { pairs, extras: options.filter(({ id }) => !used.has(id)) };
}

/** Rows, options and key of edited pairs: one option for each row; the database makes one of those with the same text. */
export function matchingOf(
  pairs: readonly Pair[],
  extras: readonly QuestionOption[],
): { parts: QuestionParts; options: QuestionOption[]; answer: MatchingKey } {
  const taken = new Set(pairs.map(({ id }) => id));
  const renamed = extras.map(({ text }, at) => {
    let id = `x${at}`;
    while (taken.has(id)) id += 'x';
    return { id, text };
  });
  return {
    parts: { rows: pairs.map(({ id, row }) => ({ id, text: row })) },
    options: [...pairs.map(({ id, match }) => ({ id, text: match })), ...renamed],
    answer: Object.fromEntries(pairs.map(({ id }) => [id, id])),
  };
}

export function matchingProblems({ rows = [] }: QuestionParts, options: readonly QuestionOption[]): TypeProblem[] {
  const problems: TypeProblem[] = [];
  if (rows.length < 2 || [...rows, ...options].some(({ text }) => isBlank(text))) problems.push('pairs');
  else if (hasTwice(rows.map(({ text }) => text))) problems.push('optionTwice');
  return problems;
}

export function orderingProblems(options: readonly QuestionOption[]): TypeProblem[] {
  const texts = options.map(({ text }) => text);
  if (texts.length < 2 || texts.some(isBlank)) return ['optionText'];
  return hasTwice(texts) ? ['optionTwice'] : [];
}

/** A gap as its author writes it: [[Paris|Paname]] is typed, in [[*Paris|Rome]] one is chosen and the star marks the right one. */
export type Gap = { texts: string[]; choices: string[] | null };

/** The gaps of a text; the database reads them by `private.cloze_gaps`. */
export function clozeGaps(text: string): Gap[] {
  return [...text.matchAll(/\[\[(.*?)\]\]/g)].map(([, inside = '']) => {
    const words = inside.split('|').map((word) => word.trim());
    if (!words.some((word) => word.startsWith('*'))) return { texts: words, choices: null };
    const plain = (word: string) => word.replace(/^\*+/, '');
    const right = words.filter((word) => word.startsWith('*')).map(plain);
    return { texts: right, choices: [...new Set(words.map(plain))] };
  });
}

export function clozeProblems(key: ClozeKey | null): TypeProblem[] {
  const gaps = clozeGaps(key?.text ?? '');
  const isWrong = ({ texts, choices }: Gap) =>
    [...texts, ...(choices ?? [])].some((text) => text === '' || text.length > MAX_GAP_LENGTH) ||
    Math.max(texts.length, choices?.length ?? 0) > 10;
  if (gaps.length === 0 || gaps.length > 20 || gaps.some(isWrong)) return ['gaps'];
  const isUnclear = ({ texts, choices }: Gap) => choices !== null && (texts.length !== 1 || choices.length < 2);
  return gaps.some(isUnclear) ? ['gapChoice'] : [];
}

export function essayProblems({ min_words = 0, max_words = null }: QuestionParts): TypeProblem[] {
  return max_words !== null && max_words < min_words ? ['words'] : [];
}

/** The number of words in any script; Chinese and Japanese are split as the browser's dictionary does. */
export function countWords(text: string, locale: string): number {
  const segments = new Intl.Segmenter(locale, { granularity: 'word' }).segment(text);
  return [...segments].filter((segment) => segment.isWordLike).length;
}

/** A text with the values of an attempt in the place of its variables. */
export function filledText(text: string, values: Values | undefined, format: (value: number) => string): string {
  return values
    ? text.replace(/\{(\w+)\}/g, (all, name: string) => (Object.hasOwn(values, name) ? format(values[name] ?? 0) : all))
    : text;
}
