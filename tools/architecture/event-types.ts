import { lineAt, literalText, type Rule, type SourceFile, type TextFile, type Violation, walk } from './source-tree.ts';

const TYPE = /^[a-z_]{1,40}\.[a-z_]{1,40}$/;

/** What a feature emits in `policies.sql` is what its `events.ts` beside it publishes. */
export const eventTypes: Rule = {
  name: 'events that are emitted are published',
  check: (tree) => {
    const violations: Violation[] = [];
    const fail = (file: string, line: number, rule: string, instead: string) =>
      violations.push({ file, line, rule, instead, severity: 'failure' });
    const published = new Map(
      tree.files
        .filter(({ path }) => /^src\/features\/.*\/events\.ts$/.test(path))
        .map((file) => [file.path, typesPublishedBy(file)] as const),
    );
    const emitted = new Map<string, Set<string>>();
    for (const file of tree.sql.filter(({ path }) => path.endsWith('/policies.sql'))) {
      const beside = file.path.replace(/policies\.sql$/, 'events.ts');
      for (const { line, types } of callsOfEmit(file)) {
        emitted.set(beside, new Set([...(emitted.get(beside) ?? []), ...types]));
        if (types.length === 0)
          fail(file.path, line, 'private.emit names its types as literals.', "Write case … then 'order.paid' … end.");
        for (const type of types.filter((name) => !published.get(beside)?.includes(name)))
          fail(file.path, line, `Every event that is emitted is published; ${type} is not.`, `Define it in ${beside}.`);
      }
    }
    for (const [path, types] of published) {
      for (const type of types.filter((name) => !emitted.get(path)?.has(name)))
        fail(
          path,
          1,
          `Every event that is published is emitted; ${type} is not.`,
          'Emit it in the policies.sql beside it, or remove it.',
        );
    }
    return violations;
  },
};

function typesPublishedBy(file: SourceFile): string[] {
  const types: string[] = [];
  walk(file.program, (node) => {
    const key = node.type === 'Property' ? literalText(node.key) : null;
    if (key !== null && TYPE.test(key)) types.push(key);
  });
  return types;
}

/** The calls of `private.emit(account, type, …)` with the literals of their second argument. */
function callsOfEmit({ text }: TextFile): { line: number; types: string[] }[] {
  return [...text.matchAll(/(?<!function )private\.emit\(/g)].map((match) => {
    const [, type = ''] = argumentsFrom(text, match.index + match[0].length);
    const types = [...type.matchAll(/'([^']*)'/g)].map(([, literal = '']) => literal).filter((name) => TYPE.test(name));
    return { line: lineAt(text, match.index), types };
  });
}

/** The arguments of a call, split at its own commas. */
function argumentsFrom(text: string, start: number): string[] {
  const found = [''];
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at] ?? '';
    if (character === ')' && depth === 0) break;
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth === 0) found.push('');
    else found[found.length - 1] += character;
  }
  return found;
}
