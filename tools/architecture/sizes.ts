import type { Rule, Violation } from './source-tree.ts';

const WARN_AT = 250;
const FAIL_AT = 400;
const GENERATED = new Set(['src/base/shared/database-types.ts']);

/** A file of more than 250 lines is warned of, one of more than 400 fails. */
export const sizes: Rule = {
  name: 'size of files',
  check: (tree) => {
    const styles = tree.styles.map(({ path, text }) => ({ path, lineCount: text.split('\n').length - 1 }));
    return [...tree.files, ...styles].flatMap(({ path, lineCount }): Violation[] => {
      if (GENERATED.has(path) || lineCount <= WARN_AT) return [];
      return [
        {
          file: path,
          line: lineCount,
          rule: `A file has at most ${FAIL_AT} lines, and better under ${WARN_AT}; this one has ${lineCount}.`,
          instead: 'Split it where it holds two things, and name each part for what it holds.',
          severity: lineCount > FAIL_AT ? 'failure' : 'warning',
        },
      ];
    });
  },
};
