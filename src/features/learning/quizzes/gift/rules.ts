import type { QuestionDraft } from '../drafts/rules.ts';
import {
  collect,
  type Exported,
  type ImportChange,
  type ImportReport,
  type Source,
  textOfHtml,
  Unreadable,
  writtenOf,
} from '../question-formats/rules.ts';

// Characters that are escaped by a backslash stand aside in the private use area while a question is taken apart.
const SPECIAL = '~=#{}:\\';
const aside = (sign: string) => (sign === 'n' ? '\n' : String.fromCharCode(0xe000 + SPECIAL.indexOf(sign)));
const hide = (text: string) => text.replace(/\\([~=#{}:\\n])/g, (_, sign: string) => aside(sign));
const show = (text: string) =>
  text.replace(/[\uE000-\uE006]/g, (sign) => SPECIAL[sign.charCodeAt(0) - 0xe000] ?? '').trim();

type Block = { line: number; text: string };

/** Questions stand apart by empty lines; comments and categories are no questions. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  for (const [at, line] of text.split(/\r\n?|\n/).entries()) {
    if (/^\s*(?:\/\/|\$CATEGORY:)/.test(line)) continue;
    if (line.trim() === '') {
      open = null;
      continue;
    }
    if (open) open.text += `\n${line}`;
    else {
      open = { line: at + 1, text: line };
      blocks.push(open);
    }
  }
  return blocks;
}

type Item = { sign: string; weight: number | null; text: string; feedback: string };

/** The answers between the braces: each begins with = or ~, with a weight in percent and a feedback of its own. */
function itemsOf(answers: string): Item[] {
  return [...answers.matchAll(/([=~])((?:(?![=~]).)*)/gs)].map(([, sign = '', rest = '']) => {
    const [, weight, body = ''] = /^\s*(?:%(-?[\d.]+)%)?(.*)$/s.exec(rest) ?? [];
    const [text = '', feedback = ''] = body.split('#', 2);
    return {
      sign,
      weight: weight === undefined ? null : Number(weight),
      text: show(text),
      feedback: show(feedback),
    };
  });
}

function numericOf(
  answers: string,
  changes: Set<ImportChange>,
): Pick<Source & { kind: 'numeric' }, 'value' | 'tolerance'> {
  const first = answers.includes('=')
    ? (itemsOf(answers).find(({ weight }) => (weight ?? 100) === 100)?.text ?? '')
    : answers;
  const items = itemsOf(answers);
  if (items.length > 1) changes.add('weights');
  if (items.some(({ feedback }) => feedback !== '')) changes.add('feedback');
  const [text = ''] = show(first).split('#');
  const range = /^\s*(-?[\d.]+)\s*\.\.\s*(-?[\d.]+)\s*$/.exec(text);
  const [value, tolerance] = range
    ? [(Number(range[1]) + Number(range[2])) / 2, Math.abs(Number(range[2]) - Number(range[1])) / 2]
    : text.split(':').map((part) => Number(part));
  if (value === undefined || !Number.isFinite(value) || text.trim() === '') throw new Unreadable('noAnswer');
  return { value, tolerance: tolerance && Number.isFinite(tolerance) ? tolerance : 0 };
}

function choiceOf(
  items: Item[],
  changes: Set<ImportChange>,
): Pick<Source & { kind: 'choice' }, 'options' | 'isSingle'> {
  const share = ({ sign, weight }: Item) => weight ?? (sign === '=' ? 100 : 0);
  const rights = items.filter((item) => share(item) > 0);
  const isSingle = rights.length === 1 && share(rights[0] as Item) === 100;
  const expected = 100 / rights.length;
  if (!isSingle && rights.some((item) => Math.abs(share(item) - expected) > 1)) changes.add('weights');
  return { isSingle, options: items.map((item) => ({ ...item, isRight: share(item) > 0 })) };
}

function readBlock({ text }: Block, changes: Set<ImportChange>): Source {
  const hidden = hide(text).replace(/^\s*::.*?::/s, '');
  const format = /^\s*\[(html|moodle|plain|markdown)\]/.exec(hidden);
  const body = hidden.slice(format?.[0].length ?? 0);
  const [start, end] = [body.indexOf('{'), body.lastIndexOf('}')];
  if (start < 0) throw new Unreadable('noAnswer');
  if (end < start) throw new Unreadable('broken');
  const stem = [body.slice(0, start).trim(), body.slice(end + 1).trim()];
  const plain = show(stem[1] ? `${stem[0]} _____ ${stem[1]}` : (stem[0] ?? ''));
  const [inside = '', general = ''] = body.slice(start + 1, end).split('####', 2);
  const answers = inside.trim();
  const shared = {
    prompt: format?.[1] === 'plain' ? plain : textOfHtml(plain, changes),
    explanation: show(general),
  };
  const isTrue = /^(?:T|TRUE)\s*(?:#|$)/.test(answers);
  if (isTrue || /^(?:F|FALSE)\s*(?:#|$)/.test(answers)) {
    if (answers.includes('#')) changes.add('feedback');
    return { ...shared, kind: 'truefalse', isTrue };
  }
  if (answers === '') return { ...shared, kind: 'essay' };
  if (answers.startsWith('#')) return { ...shared, kind: 'numeric', ...numericOf(answers.slice(1), changes) };
  const items = itemsOf(answers);
  if (items.length === 0) throw new Unreadable('broken');
  const hasFeedback = items.some(({ feedback }) => feedback !== '');
  if (items.every(({ sign, text: item }) => sign === '=' && item.includes('->'))) {
    if (hasFeedback) changes.add('feedback');
    const pairs = items.map(({ text: item }) => item.split('->', 2).map((part) => part.trim()));
    const isExtra = ([row]: string[]) => row === '';
    return {
      ...shared,
      kind: 'matching',
      pairs: pairs.filter((pair) => !isExtra(pair)).map(([row = '', match = '']) => ({ row, match })),
      extras: pairs.filter(isExtra).map(([, match = '']) => match),
    };
  }
  if (items.every(({ sign }) => sign === '=')) {
    if (hasFeedback) changes.add('feedback');
    const full = items.filter(({ weight }) => (weight ?? 100) === 100);
    if (full.length < items.length) changes.add('weights');
    return { ...shared, kind: 'short', texts: full.map(({ text: item }) => item) };
  }
  return { ...shared, kind: 'choice', ...choiceOf(items, changes) };
}

/** Reads GIFT, the text format of Moodle: https://docs.moodle.org/en/GIFT_format. */
export function readGift(text: string): ImportReport {
  return collect(
    blocksOf(text),
    ({ line }) => line,
    (block) => block.text,
    readBlock,
  );
}

const escaped = (text: string) =>
  text
    .replace(/[~=#{}:\\]/g, '\\$&')
    .replace(/\r?\n/g, '\\n')
    .replace(/^(\s*)(\/\/|\$)/, '$1\u200b$2');

const onAnswer = (feedback: string | undefined) => (feedback ? `#${escaped(feedback)}` : '');

function answersOf(question: QuestionDraft): string | null {
  const { options, pairs, extras, key } = writtenOf(question);
  switch (question.kind) {
    case 'single':
      return options
        .map(({ text, isRight, feedback }) => `${isRight ? '=' : '~'}${escaped(text)}${onAnswer(feedback)}`)
        .join(' ');
    case 'multiple': {
      const [rights, wrongs] = [options.filter(({ isRight }) => isRight).length, options.length];
      const [plus, minus] = [100 / rights, wrongs > rights ? 100 / (wrongs - rights) : 0].map(
        (share) => +share.toFixed(5),
      );
      return options
        .map(({ text, isRight, feedback }) => `~%${isRight ? plus : `-${minus}`}%${escaped(text)}${onAnswer(feedback)}`)
        .join(' ');
    }
    case 'truefalse':
      return key('truefalse') ? 'TRUE' : 'FALSE';
    case 'short':
      return key('short')
        .texts.map((text) => `=${escaped(text)}`)
        .join(' ');
    case 'numeric': {
      const { value, tolerance, is_percent } = key('numeric');
      // The format has neither units nor a tolerance in percent.
      if (question.options.length > 0 || is_percent) return null;
      return `#${value}:${tolerance}`;
    }
    case 'matching':
      return [...pairs, ...extras.map((match) => ({ row: '', match }))]
        .map(({ row, match }) => `=${escaped(row)} -> ${escaped(match)}`)
        .join(' ');
    case 'essay':
      return '';
    default:
      return null;
  }
}

/** Writes GIFT. An arrow within a pair can't be told from the one between its texts: such a question is left out. */
export function writeGift(questions: readonly QuestionDraft[]): Exported {
  const left: QuestionDraft[] = [];
  const blocks = questions.flatMap((question) => {
    const answers = answersOf(question);
    const hasArrow = [...question.options, ...(question.parts.rows ?? [])].some(({ text }) => text.includes('->'));
    if (answers === null || (question.kind === 'matching' && hasArrow)) {
      left.push(question);
      return [];
    }
    const feedback = question.explanation ? `####${escaped(question.explanation)}` : '';
    return [`[plain]${escaped(question.prompt)} {${answers}${feedback}}`];
  });
  return { text: `${blocks.join('\n\n')}\n`, left };
}
