import { failures } from './failure.ts';

/** `->` returns JSON, `->>` text; `key` is a member's name, or an index where it is all digits. */
export type JsonStep = { arrow: '->' | '->>'; key: string; isIndex: boolean };
export type FieldRef = { name: string; path: readonly JsonStep[] };

export const LIMITS = {
  /** Bytes of path and query together. */
  url: 16_384,
  /** Embeddings in embeddings, groups in groups. */
  depth: 12,
  /** Conditions of one request, those in groups included. */
  conditions: 200,
  /** Fields and embeddings of one select. */
  fields: 400,
  /** Values of one list. */
  listValues: 10_000,
} as const;

const NAME = /(?:[\p{L}\p{N}\p{M}_ $]|-(?!>))+/uy;
const QUOTED = /"((?:[^"\\]|\\.)*)"/suy;
const INDEX = /-?\d+(?=$|[-:.,)=])/y;

/** Scans a text from left to right; every failure is a PGRST100 with its position. */
export class Scanner {
  at = 0;
  readonly text: string;
  readonly what: string;

  constructor(text: string, what: string) {
    this.text = text;
    this.what = what;
  }

  get isDone(): boolean {
    return this.at >= this.text.length;
  }

  peek(expected: string): boolean {
    return this.text.startsWith(expected, this.at);
  }

  take(expected: string): boolean {
    if (!this.peek(expected)) return false;
    this.at += expected.length;
    return true;
  }

  expect(expected: string): void {
    if (!this.take(expected)) this.fail(`"${expected}"`);
  }

  /** The match of a sticky pattern here, or null. */
  match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (match) this.at = pattern.lastIndex;
    return match;
  }

  fail(expected: string): never {
    const rest = this.text.slice(this.at);
    const unexpected = rest === '' ? 'end of input' : JSON.stringify([...rest.slice(0, 2)][0]);
    throw failures.parse(this.what, this.text, this.at + 1, `unexpected ${unexpected} expecting ${expected}`);
  }

  /** A field, table or constraint name: plain, or in double quotes with `\` before what must be taken as it is. */
  name(): string {
    const quotedName = this.match(QUOTED);
    if (quotedName) return unescaped(quotedName[1] ?? '');
    const plain = this.match(NAME);
    const name = plain?.[0].trim();
    if (!name) this.fail('field name (* or [a..z0..9_$])');
    return name;
  }

  jsonPath(): JsonStep[] {
    const path: JsonStep[] = [];
    while (this.peek('->')) {
      if (path.length >= LIMITS.depth) this.fail(`no more than ${LIMITS.depth} steps into JSON`);
      const arrow = this.take('->>') ? '->>' : '->';
      if (arrow === '->') this.take('->');
      const index = this.match(INDEX);
      if (index) path.push({ arrow, key: index[0], isIndex: true });
      else path.push({ arrow, key: this.name(), isIndex: false });
    }
    return path;
  }

  field(): FieldRef {
    const name = this.name();
    return { name, path: this.jsonPath() };
  }
}

export function unescaped(text: string): string {
  return text.includes('\\') ? text.replace(/\\(.)/gsu, '$1') : text;
}
