import { isNode, lineAt, type Rule, type SourceFile, type SyntaxNode, type Violation, walk } from './source-tree.ts';

/** Casts that the compiler can't check, by file: how many, and why each is right. At most twenty in all. */
export type UncheckedCasts = Readonly<Record<string, { count: number; reason: string }>>;

const LIST = 'tools/architecture/type-casts.ts';
const MAX_CASTS = 20;

export const uncheckedCasts: UncheckedCasts = {
  'src/app/i18n/translations.ts': {
    count: 1,
    reason: "i18next's TFunction is an overloaded type that no function literal has",
  },
  'src/app/render/renderer.ts': { count: 1, reason: 'public pages only read rows: their client has no other parts' },
  'src/app/site/search-head.tsx': {
    count: 1,
    reason: "a route's handle takes the data of its own loader, which the router doesn't relate",
  },
  'src/base/browser/db-client.ts': {
    count: 1,
    reason: 'the small client has those methods of the full one that screens call',
  },
  'src/features/content/blocks/rules.ts': {
    count: 1,
    reason: 'one registry holds the definitions of all blocks, whatever their values',
  },
  'src/ui/kit-words/load-kit-words.ts': { count: 1, reason: "react-aria's types leave out what its dictionary holds" },
};

/** Makers of a db client: without our schema as type argument, each returns one that accepts any table and column. */
const CLIENT_MAKERS = new Set(['createClient', 'createBrowserClient', 'createServerClient', 'PostgrestClient']);
const CLIENT_PACKAGES = /^@supabase\//;

/** Product code reads typed rows: no cast around the compiler but those listed, and no untyped db client. */
export function typeCasts(listed: UncheckedCasts = uncheckedCasts): Rule {
  return {
    name: 'no unchecked casts, no untyped clients',
    check: (tree) => {
      const violations: Violation[] = [];
      const counts = new Map<string, number>();
      for (const file of tree.files) {
        if (tree.testFiles.has(file.path) || !file.path.startsWith('src/')) continue;
        violations.push(...untypedClients(file));
        const casts = castsOf(file);
        counts.set(file.path, casts.length);
        const allowed = listed[file.path]?.count ?? 0;
        for (const node of casts.slice(allowed))
          violations.push({
            file: file.path,
            line: lineAt(file.text, node.start),
            rule: 'The compiler checks every type: no cast through unknown, any, never or JSON.',
            instead: `Declare the shape (database-shapes.ts), find the right generic, or parse; else list it in ${LIST} with the reason.`,
            severity: 'failure',
          });
      }
      const onList = (rule: string, instead: string) =>
        violations.push({ file: LIST, line: 1, rule, instead, severity: 'failure' });
      for (const [path, { count, reason }] of Object.entries(listed)) {
        if ((counts.get(path) ?? 0) < count)
          onList(`The list of casts is true; ${path} has fewer than ${count}.`, 'Lower the number or remove the line.');
        if (reason.trim().split(/\s+/).length < 3)
          onList(`Each cast has a reason; ${path} has none.`, 'Say why it is right.');
      }
      const sum = Object.values(listed).reduce((total, { count }) => total + count, 0);
      if (sum > MAX_CASTS)
        onList(`At most ${MAX_CASTS} casts are listed; these are ${sum}.`, 'Find types for some of them.');
      return violations;
    },
  };
}

const typeName = (node: unknown) => (isNode(node) ? node.type : '');
const nameOf = (node: unknown) => (isNode(node) && typeof node.name === 'string' ? node.name : '');

/** `x as unknown as T`, `x as any`, `x as never`, and JSON.parse(JSON.stringify(x)). */
function castsOf(file: SourceFile): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  walk(file.program, (node) => {
    const to = typeName(node.typeAnnotation);
    const isCast = node.type === 'TSAsExpression' || node.type === 'TSTypeAssertion';
    if (isCast && (to === 'TSAnyKeyword' || to === 'TSNeverKeyword')) found.push(node);
    const inner = isCast && isNode(node.expression) ? node.expression : null;
    if (
      inner &&
      /^TSAsExpression|^TSTypeAssertion/.test(inner.type) &&
      typeName(inner.typeAnnotation) === 'TSUnknownKeyword'
    )
      found.push(node);
    if (
      isJsonCall(node, 'parse') &&
      (node.arguments as unknown[]).some((argument) => isJsonCall(argument, 'stringify'))
    )
      found.push(node);
  });
  return found;
}

function isJsonCall(node: unknown, method: string): node is SyntaxNode {
  if (!isNode(node) || node.type !== 'CallExpression' || typeName(node.callee) !== 'MemberExpression') return false;
  const { object, property } = node.callee as SyntaxNode;
  return nameOf(object) === 'JSON' && nameOf(property) === method;
}

function untypedClients(file: SourceFile): Violation[] {
  const found: Violation[] = [];
  const imported = importedFrom(file);
  walk(file.program, (node) => {
    const isMaker =
      (node.type === 'CallExpression' || node.type === 'NewExpression') &&
      CLIENT_MAKERS.has(nameOf(node.callee)) &&
      (imported.has(nameOf(node.callee)) || isAwaited(file, nameOf(node.callee)));
    const isType = node.type === 'TSTypeReference' && nameOf(node.typeName) === 'SupabaseClient';
    if ((isMaker || isType) && !isNode(node.typeArguments))
      found.push({
        file: file.path,
        line: lineAt(file.text, node.start),
        rule: 'A db client is typed by our schema.',
        instead: 'Use Db of base/shared/db-client.ts, or give the maker <Database>.',
        severity: 'failure',
      });
  });
  return found;
}

function importedFrom(file: SourceFile): Set<string> {
  const names = new Set<string>();
  walk(file.program, (node) => {
    const source = node.type === 'ImportDeclaration' && isNode(node.source) ? String(node.source.value) : '';
    if (!CLIENT_PACKAGES.test(source)) return;
    for (const specifier of node.specifiers as SyntaxNode[]) names.add(nameOf(specifier.local));
  });
  return names;
}

/** `const { createClient } = await import('@supabase/…')`. */
function isAwaited(file: SourceFile, name: string): boolean {
  const dynamic = file.imports.some(({ kind, specifier }) => kind === 'dynamic' && CLIENT_PACKAGES.test(specifier));
  return dynamic && file.text.includes(`{ ${name} } = await import(`);
}
