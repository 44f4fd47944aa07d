import { readAiken, writeAiken } from '../aiken/rules.ts';
import { readCsvQuestions, writeCsvQuestions } from '../csv/rules.ts';
import type { QuestionDraft } from '../drafts/rules.ts';
import { readGift, writeGift } from '../gift/rules.ts';
import { readMoodleXml, writeMoodleXml } from '../moodle-xml/rules.ts';
import { type Exported, type Format, type ImportReport, MAX_FILE_BYTES } from '../question-formats/rules.ts';

/** What is wrong with a file as a whole; a key of `exchange.file` in the texts. */
export type FileProblem = 'encoding' | 'large' | 'empty';
export class UnusableFile extends Error {
  readonly problem: FileProblem;
  constructor(problem: FileProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** The text of a file in UTF-8, or UTF-16 with its mark. @throws {UnusableFile} */
export function textOfFile(bytes: Uint8Array): string {
  if (bytes.length > MAX_FILE_BYTES) throw new UnusableFile('large');
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    if (text.includes('\u0000')) throw new UnusableFile('encoding');
    if (text.trim() === '') throw new UnusableFile('empty');
    return text;
  } catch (error) {
    throw error instanceof UnusableFile ? error : new UnusableFile('encoding');
  }
}

/** The format of a file: by its name where that tells it, else by what stands in it. */
export function formatOf(name: string, text: string): Format {
  if (/\.xml$/i.test(name) || /^\s*<(?:\?xml|quiz)/.test(text)) return 'moodle';
  if (/\.csv$/i.test(name)) return 'csv';
  if (/\.gift$/i.test(name)) return 'gift';
  return /^ANSWER:/im.test(text) ? 'aiken' : 'gift';
}

const readers: Record<Format, (text: string) => ImportReport> = {
  gift: readGift,
  moodle: readMoodleXml,
  csv: readCsvQuestions,
  aiken: readAiken,
};
const writers: Record<Format, (questions: readonly QuestionDraft[]) => Exported> = {
  gift: writeGift,
  moodle: writeMoodleXml,
  csv: writeCsvQuestions,
  aiken: writeAiken,
};
export const fileNames: Record<Format, string> = {
  gift: 'questions.gift',
  moodle: 'questions.xml',
  csv: 'questions.csv',
  aiken: 'questions-aiken.txt',
};

/** Reads the questions of a file. @throws {UnusableFile} or {Unreadable} for a file that can't be read as a whole */
export function readQuestions(name: string, bytes: Uint8Array): ImportReport {
  const text = textOfFile(bytes);
  return readers[formatOf(name, text)](text);
}

export function writeQuestions(format: Format, questions: readonly QuestionDraft[]): Exported {
  return writers[format](questions);
}
