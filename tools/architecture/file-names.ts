import type { Rule, Violation } from './source-tree.ts';

const FORBIDDEN = new Set(['index', 'util', 'utils', 'helper', 'helpers', 'types', 'service', 'services', 'misc']);
const FORBIDDEN_ENDING = /-(utils?|helpers?|services?|misc)$/;
// Named for the command that runs it: npm run db:types.
const COMMANDS = new Set(['tools/types.ts']);
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const MIGRATION = /^\d{12}(_[a-z0-9]+){2,}\.sql$/;
const SERVICES = ['auth', 'rest', 'storage', 'realtime', 'functions', 'gateway'];
const TOP_OF_SRC = /^src\/(main\.ts|paths\.ts|(app|features|backend|ui|base)\/.+)$/;
const SQL_FOLDERS = /^src\/(features\/[^/]+\/[^/]+|backend\/[^/]+|base\/server\/core)\//;

/** Kebab-case, no name that says nothing, and the closed list of folders in src. */
export const fileNames: Rule = {
  name: 'names of files and folders',
  check: (tree) => {
    const violations: Violation[] = [];
    for (const path of tree.paths) {
      const add = (rule: string, instead: string) =>
        violations.push({ file: path, line: 1, rule, instead, severity: 'failure' });
      const parts = path.split('/');
      const name = parts.at(-1) ?? '';
      const isMigration = parts.at(-2) === 'migrations';
      if (isMigration) {
        if (!MIGRATION.test(name)) {
          add('A migration is named YYYYMMDDHHMM_verb_noun.sql.', 'Rename it, with the time of writing as its stamp.');
        }
      } else if (!name.split('.').every((word) => KEBAB.test(word))) {
        add('Files are named in kebab-case.', `Rename ${name}.`);
      }
      for (const folder of parts.slice(0, -1)) {
        if (!KEBAB.test(folder)) add('Folders are named in kebab-case.', `Rename ${folder}.`);
      }
      for (const stem of [...parts.slice(0, -1), name.split('.')[0] ?? '']) {
        if (!COMMANDS.has(path) && (FORBIDDEN.has(stem) || FORBIDDEN_ENDING.test(stem))) {
          add(
            `A file or folder is named for what it holds; "${stem}" says nothing.`,
            'Name it after the thing inside.',
          );
        }
      }
      for (const problem of standProblems(path)) add(problem.rule, problem.instead);
    }
    return violations;
  },
};

function standProblems(path: string): { rule: string; instead: string }[] {
  const found: { rule: string; instead: string }[] = [];
  const [top, second, third = '', ...rest] = path.split('/');
  if (top !== 'src') return found;
  if (!TOP_OF_SRC.test(path)) {
    const rule = 'src holds main.ts, paths.ts, app, features, backend, ui and base, and nothing else.';
    found.push({ rule, instead: 'Move it into the part it belongs to.' });
  }
  if (second === 'base' && (!['shared', 'server', 'browser'].includes(third) || rest.length === 0)) {
    const rule = 'base holds shared, server and browser, and nothing else.';
    found.push({ rule, instead: 'Move it into the one of the three where it runs.' });
  }
  if (second === 'backend' && (!SERVICES.includes(third) || rest.length === 0)) {
    const rule = `backend holds the folders ${SERVICES.join(', ')}, and nothing else.`;
    found.push({ rule, instead: 'Move it into its service; what mounts several services is the gateway.' });
  }
  if (path.endsWith('.sql') && !SQL_FOLDERS.test(path)) {
    const rule = 'SQL files stand in a feature, in a backend service or in base/server/core.';
    found.push({ rule, instead: 'Move it beside the code of the tables it is about.' });
  }
  return found;
}
