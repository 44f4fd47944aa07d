import { csvOf, readCsv } from '#base/shared/csv.ts';
import type { QuestionDraft } from '../drafts/rules.ts';
import {
  collect,
  type Exported,
  type ImportReport,
  type Source,
  Unreadable,
  writtenOf,
} from '../question-formats/rules.ts';
import type { NumericKey, Variable } from '../question-types/rules.ts';
import { isAnsweredOnImage, type QuestionKind, questionKinds } from '../rules.ts';

/**
 * One question a line. `options` and `answer` hold several texts parted by |, with \| for the sign itself: the right
 * ones (single, multiple), the accepted texts (short), `row=match` (matching, a match alone fits no row), the items in
 * their order (ordering). numeric: the number in `answer`, then its tolerance, and in `options` the units, `unit=factor`.
 * `feedback` has a text for each option (single, multiple), in their order. calculated: the formula in place of the number, and then its variables, `name=least..most:decimals`.
 */
const HEAD = ['type', 'question', 'points', 'options', 'answer', 'explanation', 'feedback'];
const DEFAULT_POINTS = 1;

function split(cell: string): string[] {
  if (cell.trim() === '') return [];
  return cell
    .replaceAll('\\\\', '\u0000')
    .replaceAll('\\|', '\u0001')
    .split('|')
    .map((text) => text.replaceAll('\u0001', '|').replaceAll('\u0000', '\\').trim());
}
const join = (texts: readonly string[]) =>
  texts.map((text) => text.replaceAll('\\', '\\\\').replaceAll('|', '\\|')).join('|');

/** A text and what stands behind its last equals sign. */
function pairOf(text: string): [string, string] {
  const at = text.lastIndexOf('=');
  return at < 0 ? ['', text] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

function numberOf(text: string | undefined): number {
  const number = Number((text ?? '').replace('%', ''));
  if (text === undefined || text.trim() === '' || !Number.isFinite(number)) throw new Unreadable('noAnswer');
  return number;
}

const unitsOf = (texts: string[]) =>
  texts.map((unit) => {
    const [text, factor] = pairOf(unit);
    return { text, factor: factor === '' ? null : numberOf(factor) };
  });

function variableOf(text: string): Variable {
  const [, name = '', min, max, decimals = '0'] = /^(\w+)\s*=\s*(.+?)\.\.(.+?)(?::(\d))?$/.exec(text) ?? [];
  return { name: name.toLowerCase(), min: numberOf(min), max: numberOf(max), decimals: Number(decimals) };
}

const shapes: Partial<Record<QuestionKind, (options: string[], answers: string[], cell: string) => Source>> = {
  single: (options, [right]) => ({
    kind: 'choice',
    prompt: '',
    isSingle: true,
    options: options.map((text) => ({ text, isRight: text === right })),
  }),
  multiple: (options, rights) => ({
    kind: 'choice',
    prompt: '',
    isSingle: false,
    options: options.map((text) => ({ text, isRight: rights.includes(text) })),
  }),
  truefalse: (_, [right = '']) => {
    if (!/^(?:true|false)$/i.test(right)) throw new Unreadable('noAnswer');
    return { kind: 'truefalse', prompt: '', isTrue: /^true$/i.test(right) };
  },
  short: (_, texts) => ({ kind: 'short', prompt: '', texts }),
  numeric: (options, [value, tolerance = '0']) => ({
    kind: 'numeric',
    prompt: '',
    value: numberOf(value),
    tolerance: numberOf(tolerance),
    isPercent: tolerance.endsWith('%'),
    units: unitsOf(options),
  }),
  calculated: (options, [formula = '', tolerance = '0', ...variables]) => ({
    kind: 'calculated',
    prompt: '',
    formula,
    variables: variables.map(variableOf),
    tolerance: numberOf(tolerance),
    isPercent: tolerance.endsWith('%'),
    units: unitsOf(options),
  }),
  matching: (_, answers) => {
    const pairs = answers.map(pairOf);
    return {
      kind: 'matching',
      prompt: '',
      pairs: pairs.filter(([row]) => row !== '').map(([row, match]) => ({ row, match })),
      extras: pairs.filter(([row]) => row === '').map(([, match]) => match),
    };
  },
  ordering: (_, items) => ({ kind: 'ordering', prompt: '', items }),
  cloze: (_, __, text) => ({ kind: 'cloze', prompt: '', text }),
  essay: (_, __, guide) => ({ kind: 'essay', prompt: '', guide }),
};

function withFeedback(source: Source, feedback: readonly string[]): Source {
  if (source.kind !== 'choice') return source;
  return { ...source, options: source.options.map((option, at) => ({ ...option, feedback: feedback[at] })) };
}

/** What is written in the last column: nothing where no option has a feedback. */
function feedbackCell(question: QuestionDraft): string {
  const texts = question.options.map(({ feedback = '' }) => feedback);
  return texts.some((text) => text !== '') ? join(texts) : '';
}

/** Reads a table of questions; its first line names the columns, in any order. */
export function readCsvQuestions(text: string): ImportReport {
  const [head, ...rows] = readCsv(text);
  const names = (head?.cells ?? []).map((cell) => cell.toLowerCase());
  // An apostrophe in front keeps spreadsheets from taking a text for a formula; it is no part of it.
  const cell = (cells: readonly string[], name: string) =>
    (cells[names.indexOf(name)] ?? '').replace(/^'(?=[=+\-@])/, '');
  const isTable = names.includes('type') && names.includes('question');
  return collect(
    isTable ? rows : [head, ...rows].filter((row) => row !== undefined),
    ({ line }) => line,
    ({ cells }) => cells.join(' '),
    ({ cells }) => {
      if (!isTable) throw new Unreadable('broken');
      const kind = cell(cells, 'type').toLowerCase() as QuestionKind;
      if (!questionKinds.includes(kind)) throw new Unreadable('type');
      const shape = shapes[kind];
      // The table has no place for an image.
      if (!shape) throw new Unreadable('image');
      const answer = cell(cells, 'answer');
      const points = cell(cells, 'points');
      return {
        ...withFeedback(shape(split(cell(cells, 'options')), split(answer), answer), split(cell(cells, 'feedback'))),
        prompt: cell(cells, 'question'),
        points: points === '' ? DEFAULT_POINTS : numberOf(points),
        explanation: cell(cells, 'explanation'),
      };
    },
  );
}

type NumberRules = Pick<NumericKey, 'tolerance' | 'is_percent' | 'factors'>;
const unitTexts = (question: QuestionDraft, { factors }: NumberRules) =>
  question.options.map(({ id, text }) => `${text}=${factors[id] ?? ''}`);
const toleranceText = ({ tolerance, is_percent }: NumberRules) => `${tolerance}${is_percent ? '%' : ''}`;

function cellsOf(question: QuestionDraft): [options: string, answer: string] {
  const { options, pairs, extras, key } = writtenOf(question);
  const texts = options.map(({ text }) => text);
  switch (question.kind) {
    case 'single':
    case 'multiple':
      return [join(texts), join(options.filter(({ isRight }) => isRight).map(({ text }) => text))];
    case 'truefalse':
      return ['', String(key('truefalse'))];
    case 'short':
      return ['', join(key('short').texts)];
    case 'numeric': {
      const { value, ...number } = key('numeric');
      return [join(unitTexts(question, number)), `${value}|${toleranceText(number)}`];
    }
    case 'calculated': {
      const { formula, ...number } = key('calculated');
      const variables = (question.parts.variables ?? []).map(
        ({ name, min, max, decimals }) => `${name}=${min}..${max}:${decimals}`,
      );
      return [join(unitTexts(question, number)), join([formula, toleranceText(number), ...variables])];
    }
    case 'matching':
      return ['', join([...pairs.map(({ row, match }) => `${row}=${match}`), ...extras.map((match) => `=${match}`)])];
    case 'ordering':
      return ['', join(texts)];
    case 'cloze':
      return ['', key('cloze').text];
    case 'essay':
      return ['', key('essay').guide];
    default:
      throw new Error(`The table has no form for ${question.kind}.`);
  }
}

/** Writes the table, which has no images; a match with an equals sign can't be told from its row, and such a question is left out. */
export function writeCsvQuestions(questions: readonly QuestionDraft[]): Exported {
  const isUnclear = (question: QuestionDraft) =>
    isAnsweredOnImage(question.kind) ||
    (question.kind === 'matching' && question.options.some(({ text }) => text.includes('=')));
  const rows = questions
    .filter((question) => !isUnclear(question))
    .map((question) => {
      const [options, answer] = cellsOf(question);
      return [
        question.kind,
        question.prompt,
        question.points,
        options,
        answer,
        question.explanation,
        feedbackCell(question),
      ];
    });
  return { text: csvOf(HEAD, rows), left: questions.filter(isUnclear) };
}
