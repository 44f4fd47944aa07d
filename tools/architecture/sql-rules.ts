import { lineAt, type Rule, type TextFile, type Violation } from './source-tree.ts';

type Statement = { start: number; text: string; outside: string };

/** What of the SQL can be told from its text; the catalogue test tells the rest. */
export const sqlRules: Rule = {
  name: 'rules of SQL',
  check: (tree) => {
    const made = new Set(
      tree.sql
        .filter(({ path }) => path.endsWith('/policies.sql'))
        .flatMap((file) => statementsOf(file.text).flatMap(functionMade)),
    );
    return tree.sql.flatMap((file) =>
      statementsOf(file.text).flatMap((statement) => [
        ...definerProblems(file, statement),
        ...grantProblems(file, statement),
        ...(file.path.includes('/migrations/') ? callProblems(file, statement, made) : []),
      ]),
    );
  },
};

function failure(file: TextFile, statement: Statement, rule: string, instead: string): Violation {
  return { file: file.path, line: lineAt(file.text, statement.start), rule, instead, severity: 'failure' };
}

function definerProblems(file: TextFile, statement: Statement): Violation[] {
  if (!/\bsecurity\s+definer\b/i.test(statement.outside) || /\bset\s+search_path\b/i.test(statement.outside)) return [];
  const rule = 'A security definer function pins its search_path.';
  return [failure(file, statement, rule, "Add set search_path = '' and name every schema.")];
}

function grantProblems(file: TextFile, statement: Statement): Violation[] {
  const match = statement.outside.match(/^\s*grant\s+([\s\S]+?)\s+on\s+([\s\S]+?)\s+to\s+([\s\S]+?)\s*$/i);
  const [, privileges = '', object = '', grantees = ''] = match ?? [];
  if (!match || !/\b(anon|authenticated|public)\b/i.test(grantees)) return [];
  if (/^(all\s+)?(schema|functions?|procedures?|routines?|sequences?|type|database|language)\b/i.test(object))
    return [];
  const isWide = /\ball\b/i.test(privileges) || /\b(insert|update)\b(?!\s*\()/i.test(privileges);
  if (!isWide) return [];
  return [
    failure(file, statement, 'A write grant lists its columns.', 'Write grant insert (a, b), update (b) on … to ….'),
  ];
}

function callProblems(file: TextFile, statement: Statement, made: Set<string>): Violation[] {
  const called = [...made].find((name) =>
    new RegExp(`(?<![\\w.])${name.replace('.', '\\s*\\.\\s*')}\\s*\\(`, 'i').test(withoutComments(statement.text)),
  );
  if (!called || functionMade(statement).includes(called)) return [];
  const rule = `A migration never calls a function of a policies.sql; this one calls ${called}.`;
  return [failure(file, statement, rule, 'Define the function in a migration, under a new name when it changes.')];
}

function functionMade({ outside }: Statement): string[] {
  const name = outside.match(/^\s*create\s+(?:or\s+replace\s+)?function\s+([\w.]+)\s*\(/i)?.[1];
  return name?.includes('.') ? [name.toLowerCase()] : [];
}

function withoutComments(text: string): string {
  return text.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ');
}

/** Splits at semicolons that stand outside quotes, dollar quotes and comments; `outside` has all four blanked. */
export function statementsOf(sql: string): Statement[] {
  const quoted = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|(\$\w*\$)[\s\S]*?\1/g;
  const blank = sql.replace(quoted, (part) => part.replace(/[^\n]/g, ' '));
  const statements: Statement[] = [];
  let from = 0;
  for (let to = blank.indexOf(';'); from < blank.length; to = blank.indexOf(';', from)) {
    const end = to === -1 ? blank.length : to;
    const lead = blank.slice(from, end).search(/\S/);
    if (lead !== -1) {
      statements.push({
        start: from + lead,
        text: sql.slice(from + lead, end),
        outside: blank.slice(from + lead, end),
      });
    }
    from = end + 1;
  }
  return statements;
}
