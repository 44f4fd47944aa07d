import type { QuestionDraft } from '../drafts/rules.ts';
import {
  collect,
  type Exported,
  type ImportReport,
  type Source,
  Unreadable,
  writtenOf,
} from '../question-formats/rules.ts';

type Block = { line: number; lines: string[] };

/** A question ends with the line that tells its answer. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  for (const [at, line] of text.split(/\r\n?|\n/).entries()) {
    if (line.trim() === '') continue;
    if (!open) {
      open = { line: at + 1, lines: [] };
      blocks.push(open);
    }
    open.lines.push(line.trim());
    if (/^ANSWER:/i.test(line.trim())) open = null;
  }
  return blocks;
}

function readBlock({ lines }: Block): Source {
  const [, right] = /^ANSWER:\s*([A-Z])\s*$/i.exec(lines.at(-1) ?? '') ?? [];
  if (!right) throw new Unreadable('noAnswer');
  const first = lines.findIndex((line) => /^[A-Z][.)]\s/.test(line));
  if (first < 1) throw new Unreadable('broken');
  const options = lines.slice(first, -1).map((line) => {
    const [, letter, text] = /^([A-Z])[.)]\s+(.*)$/.exec(line) ?? [];
    if (!letter || !text) throw new Unreadable('broken');
    return { text, isRight: letter === right.toUpperCase() };
  });
  return { kind: 'choice', isSingle: true, prompt: lines.slice(0, first).join('\n'), options };
}

/** Reads Aiken, single choices as plain text: https://docs.moodle.org/en/Aiken_format. */
export function readAiken(text: string): ImportReport {
  return collect(
    blocksOf(text),
    ({ line }) => line,
    ({ lines }) => lines[0] ?? '',
    readBlock,
  );
}

const flat = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Writes Aiken: single choices alone, each text on one line. */
export function writeAiken(questions: readonly QuestionDraft[]): Exported {
  const left = questions.filter(({ kind }) => kind !== 'single');
  const blocks = questions
    .filter(({ kind }) => kind === 'single')
    .map((question) => {
      const { options } = writtenOf(question);
      const letter = (at: number) => String.fromCharCode(65 + at);
      const lines = options.map(({ text }, at) => `${letter(at)}. ${flat(text)}`);
      const right = options.findIndex(({ isRight }) => isRight);
      return [flat(question.prompt), ...lines, `ANSWER: ${letter(right)}`].join('\n');
    });
  return { text: `${blocks.join('\n\n')}\n`, left };
}
