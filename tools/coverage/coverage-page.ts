import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { literalText, parseProgram, type SyntaxNode, walk } from '../architecture/source-tree.ts';

export type CoverageRow = { line: number; item: string; shownBy: string };
export type CoverageProblem = { line: number; sentence: string };
export type Coverage = { rows: CoverageRow[]; shown: number; open: number; problems: CoverageProblem[] };

type Titles = { exact: Set<string>; skipped: Set<string>; strings: Set<string>; hasComputed: boolean };

const TEST_FILE = /\.(test|spec)\.tsx?$/;

/**
 * Reads the tables of a coverage page: the last cell of a row names tests as `file › title`, several with `<br>`
 * between them, or says `open: why, in plain words`. A test that does not exist, or is skipped, is a problem.
 */
export function readCoverage(root: string, page: string): Coverage {
  const rows = rowsOf(page);
  const titles = new Map<string, Titles>();
  const problems = rows.flatMap((row) =>
    problemsOf(root, row, titles).map((sentence) => ({ line: row.line, sentence })),
  );
  const open = rows.filter(({ shownBy }) => shownBy.startsWith('open:')).length;
  return { rows, open, shown: rows.length - open, problems };
}

function rowsOf(page: string): CoverageRow[] {
  return page.split('\n').flatMap((text, at) => {
    if (!text.startsWith('|') || /^\|[\s|:-]+\|$/.test(text)) return [];
    const cells = text
      .slice(1, text.lastIndexOf('|'))
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
    const shownBy = cells.at(-1) ?? '';
    return shownBy === 'shown by' ? [] : [{ line: at + 1, item: cells.slice(0, -1).join(' '), shownBy }];
  });
}

function problemsOf(root: string, { item, shownBy }: CoverageRow, titles: Map<string, Titles>): string[] {
  const open = shownBy.match(/^open:(.*)$/)?.[1];
  if (open !== undefined) return open.trim().length > 0 ? [] : [`"${item}" is open without a word about it.`];
  if (shownBy === '') return [`"${item}" names no test; write one, or "open: …".`];
  return shownBy.split('<br>').flatMap((reference) => {
    const [file = '', ...path] = reference.trim().replaceAll('`', '').split(' › ');
    const title = path.at(-1);
    if (!title) return [`"${reference.trim()}" is not of the form: file › title.`];
    if (!TEST_FILE.test(file) || !existsSync(join(root, file))) return [`There is no test file ${file}.`];
    const known = titles.get(file) ?? titlesOf(file, readFileSync(join(root, file), 'utf8'));
    titles.set(file, known);
    if (known.skipped.has(title)) return [`The test "${title}" of ${file} is skipped.`];
    const exists = path.every((part) => known.exact.has(part) || (known.hasComputed && known.strings.has(part)));
    return exists ? [] : [`${file} has no test "${path.join(' › ')}".`];
  });
}

/** Titles as written; where a title is computed (a table of cases), any string of the file may be one. */
function titlesOf(file: string, text: string): Titles {
  const titles: Titles = { exact: new Set(), skipped: new Set(), strings: new Set(), hasComputed: false };
  walk(parseProgram(file, text), (node) => {
    const string = literalText(node);
    if (string !== null) titles.strings.add(string);
    if (node.type !== 'CallExpression') return;
    const callee = calleePath(node.callee as SyntaxNode);
    // A line of who × verb is a test with the title that stands in it.
    if (callee === 'matrix') titles.hasComputed = true;
    if (!/^(test|it|describe)\b/.test(callee)) return;
    const isTable = callee.endsWith('.each') || callee.endsWith('.for');
    if (isTable) return;
    const [first] = node.arguments as SyntaxNode[];
    const title = literalText(first);
    if (title === null || /%[sidfjo]|\$\w/.test(title)) titles.hasComputed = true;
    if (title === null) return;
    if (/\.(skip|todo|fixme)\b/.test(callee)) titles.skipped.add(title);
    else titles.exact.add(title);
  });
  return titles;
}

/** `test.each` of `test.each(table)('title', …)`: calls and members from left to right. */
function calleePath(node: SyntaxNode): string {
  if (node.type === 'Identifier') return String(node.name);
  if (node.type === 'CallExpression') return `${calleePath(node.callee as SyntaxNode)}()`;
  if (node.type !== 'MemberExpression') return '';
  return `${calleePath(node.object as SyntaxNode)}.${String((node.property as SyntaxNode).name ?? '')}`;
}
