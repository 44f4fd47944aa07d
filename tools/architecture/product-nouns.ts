import { isTest } from './places.ts';
import { lineAt, type Rule, type Violation, walk } from './source-tree.ts';

// Words that mean something in the product and nothing in a protocol or in a kit of controls.
const NOUNS =
  /^(courses?|lessons?|quiz|quizzes|coupons?|enrolments?|funnels?|campaigns?|memberships?|instructors?|students?|cohorts?|gradebooks?|gamification|certificates?|popups?)$/;

/** backend and ui know no noun of the product: either could ship in another one. */
export const productNouns: Rule = {
  name: 'no product noun in backend and ui',
  check: (tree) =>
    tree.files.flatMap((file): Violation[] => {
      if (!/^src\/(backend|ui)\//.test(file.path) || isTest(file.path) || file.path.startsWith('src/ui/sheet/'))
        return [];
      const found = new Map<string, number>();
      for (const word of file.path.split(/[/.-]/)) if (NOUNS.test(word)) found.set(word, 1);
      walk(file.program, (node) => {
        if (!/^(JSX)?Identifier$/.test(node.type) || typeof node.name !== 'string') return;
        for (const word of node.name.split(/(?=[A-Z])|_/)) {
          const noun = word.toLowerCase();
          if (NOUNS.test(noun) && !found.has(noun)) found.set(noun, lineAt(file.text, node.start));
        }
      });
      return [...found].map(([noun, line]) => ({
        file: file.path,
        line,
        rule: `backend and ui know no noun of the product; this says "${noun}".`,
        instead: 'Name what the code does in general, and let the feature hand in what is particular.',
        severity: 'failure',
      }));
    }),
};
