import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { parseSync } from 'vite';

/** A syntax node as the parser gives it: plain data whose children are found by looking. */
export type SyntaxNode = { type: string; start: number; end: number; [field: string]: unknown };

export type Import = {
  specifier: string;
  line: number;
  /** Path from the root of the tree, without a query; null for packages and built-in modules. */
  target: string | null;
  kind: 'import' | 'reexport' | 'dynamic' | 'type' | 'glob';
};

export type SourceFile = {
  path: string;
  text: string;
  lineCount: number;
  program: SyntaxNode;
  syntaxError: string | null;
  imports: Import[];
};

export type TextFile = { path: string; text: string };

/** Everything the rules look at; read once. Paths are relative to `root`, with forward slashes. */
export type SourceTree = {
  root: string;
  paths: string[];
  files: SourceFile[];
  sql: TextFile[];
  styles: TextFile[];
  /** The features of `src/features/contents.ts`, in its order. */
  features: string[];
  /** Tests, and files that nobody but tests imports: their scenes and worlds. */
  testFiles: Set<string>;
};

export type Violation = {
  file: string;
  line: number;
  /** The rule, in one sentence. */
  rule: string;
  /** What to do instead, in one sentence. */
  instead: string;
  severity: 'failure' | 'warning';
};

export type Rule = { name: string; check: (tree: SourceTree) => Violation[] };

const WATCHED_FOLDERS = ['src', 'tools', 'tests', 'bench'];
const CONTENTS = 'src/features/contents.ts';

/** Reads and parses the four folders of code under `root`, and the configuration files beside them. */
export function readSourceTree(root: string): SourceTree {
  const aliases = readAliases(root);
  const paths = WATCHED_FOLDERS.flatMap((folder) => listFiles(root, folder));
  for (const name of readdirSync(root).sort()) if (name.endsWith('.config.ts')) paths.push(name);
  const read = (path: string) => ({ path, text: readFileSync(join(root, path), 'utf8') });
  const files = paths
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
    .map((path) => parseSource(read(path), aliases));
  return {
    root,
    paths,
    files,
    sql: paths.filter((path) => path.endsWith('.sql')).map(read),
    styles: paths.filter((path) => path.endsWith('.css')).map(read),
    features: featuresOf(files.find((file) => file.path === CONTENTS)),
    testFiles: testFilesOf(files),
  };
}

/** Imported by the router itself, which no import of ours shows. */
const ROUTER_ENTRIES = /^src\/app\/(?:routes|root|entry\.\w+)\.tsx?$/;

function testFilesOf(files: SourceFile[]): Set<string> {
  const found = new Set(
    files.filter(({ path }) => /\.test\.tsx?$/.test(path) || path.startsWith('tests/')).map(({ path }) => path),
  );
  const importers = new Map<string, string[]>();
  for (const { path, imports } of files) {
    for (const { target } of imports)
      if (target !== null) importers.set(target, [...(importers.get(target) ?? []), path]);
  }
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const [path, by] of importers)
      if (!ROUTER_ENTRIES.test(path) && by.every((importer) => found.has(importer))) found.add(path);
  }
  return found;
}

export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** Visits `node` and everything below it, parents first; `ancestors` runs from the root to the parent. */
export function walk(
  node: SyntaxNode,
  visit: (node: SyntaxNode, ancestors: readonly SyntaxNode[]) => void,
  ancestors: SyntaxNode[] = [],
): void {
  visit(node, ancestors);
  ancestors.push(node);
  for (const field of Object.values(node)) {
    for (const child of Array.isArray(field) ? field : [field]) if (isNode(child)) walk(child, visit, ancestors);
  }
  ancestors.pop();
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}

/** The text of a string literal or of a template without holes; null for anything else. */
export function literalText(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TSLiteralType') return literalText(node.literal);
  const quasis = node.quasis;
  if (node.type !== 'TemplateLiteral' || !Array.isArray(quasis) || quasis.length !== 1) return null;
  const value = (quasis[0] as { value?: { cooked?: unknown } }).value;
  return typeof value?.cooked === 'string' ? value.cooked : null;
}

/** Every string literal of a file, with its place: how routes and configuration name other files. */
export function stringsOf(file: SourceFile): string[] {
  const found: string[] = [];
  walk(file.program, (node) => {
    const text = node.type === 'Literal' ? literalText(node) : null;
    if (text !== null) found.push(text);
  });
  return found;
}

/** The syntax of a file; what the parser makes of it where it is broken. */
export function parseProgram(path: string, text: string): SyntaxNode {
  return parseSync(path, text, { sourceType: 'module' }).program as unknown as SyntaxNode;
}

function parseSource({ path, text }: TextFile, aliases: [string, string][]): SourceFile {
  const parsed = parseSync(path, text, { sourceType: 'module' });
  const program = parsed.program as unknown as SyntaxNode;
  const imports: Import[] = [];
  walk(program, (node) => {
    const found = importOf(node);
    if (!found) return;
    const { kind, specifiers } = found;
    for (const specifier of specifiers) {
      imports.push({ specifier, kind, line: lineAt(text, node.start), target: resolve(path, specifier, aliases) });
    }
  });
  const error = parsed.errors.find(({ severity }) => severity === 'Error');
  const lineCount = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  return { path, text, lineCount, program, syntaxError: error?.message ?? null, imports };
}

function importOf(node: SyntaxNode): { kind: Import['kind']; specifiers: string[] } | null {
  const source = literalText(node.source ?? node.argument);
  const from = (kind: Import['kind']) => (source === null ? null : { kind, specifiers: [source] });
  if (node.type === 'ImportDeclaration') return from('import');
  if (node.type === 'ExportNamedDeclaration' || node.type === 'ExportAllDeclaration') return from('reexport');
  if (node.type === 'ImportExpression') return from('dynamic');
  if (node.type === 'TSImportType') return from('type');
  if (node.type !== 'CallExpression' || !isGlob(node.callee)) return null;
  const [first] = node.arguments as SyntaxNode[];
  const patterns = first?.type === 'ArrayExpression' ? (first.elements as SyntaxNode[]) : [first];
  return { kind: 'glob', specifiers: patterns.map(literalText).filter((text) => text !== null) };
}

function isGlob(callee: unknown): boolean {
  if (!isNode(callee) || callee.type !== 'MemberExpression') return false;
  const { object, property } = callee;
  return isNode(object) && object.type === 'MetaProperty' && isNode(property) && property.name === 'glob';
}

function resolve(importer: string, specifier: string, aliases: [string, string][]): string | null {
  const bare = specifier.replace(/^!/, '').replace(/\?.*$/, '');
  if (bare.startsWith('.')) return posix.join(dirname(importer), bare);
  if (bare.startsWith('/')) return bare.slice(1);
  if (!bare.startsWith('#')) return null;
  for (const [key, value] of aliases) {
    const [head = '', tail] = key.split('*');
    if (tail === undefined ? bare === key : bare.startsWith(head)) {
      return posix.normalize(value.replace('*', bare.slice(head.length)));
    }
  }
  return bare;
}

function readAliases(root: string): [string, string][] {
  const file = join(root, 'package.json');
  if (!existsSync(file)) return [];
  const { imports = {} } = JSON.parse(readFileSync(file, 'utf8')) as { imports?: Record<string, string> };
  return Object.entries(imports);
}

function listFiles(root: string, folder: string): string[] {
  const at = join(root, folder);
  if (!existsSync(at) || !statSync(at).isDirectory()) return [];
  return readdirSync(at, { withFileTypes: true })
    .sort((a, b) => a.name.localeCompare(b.name))
    .flatMap((entry) => {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') return [];
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? listFiles(root, path) : [path];
    });
}

function featuresOf(contents: SourceFile | undefined): string[] {
  if (!contents) return [];
  const found: string[] = [];
  walk(contents.program, (node, ancestors) => {
    if (node.type !== 'ArrayExpression' || ancestors.some(({ type }) => type === 'ArrayExpression')) return;
    for (const element of node.elements as SyntaxNode[]) {
      const text = literalText(element);
      if (text !== null) found.push(text);
    }
  });
  return found;
}
