import type { Rule, Violation } from './source-tree.ts';

/** The feature that shows the shape: what a small noun may cost outside its folder. */
const MODEL = { folder: 'src/features/commerce/coupons/', word: /coupon/i };

/** Files that say the model's word, each for a reason. */
const allowed: Record<string, string> = {
  'src/features/contents.ts': 'the list of features',
  'src/paths.ts': 'its address',
  'src/features/features.ts': 'written by a tool',
  'src/features/server-parts.ts': 'written by a tool',
  'src/features/records.ts': 'written by a tool',
  'src/base/shared/database-types.ts': 'written by a tool',
};

/** Folders of features that use it: a checkout redeems it, and what an order says of it is part of the order. */
const users: Record<string, string> = {
  'src/features/commerce/orders/': 'redeems it; its name stays a column of the order',
  'src/features/marketing/affiliates/': 'one can stand for an affiliate',
  'src/features/platform/reports/': 'counts orders by that column',
  'src/features/developers/webhooks/events/': 'hands on that column with the order',
};

/** Words of the demo and of sample pages, and landed migrations, are no code of the product. */
const isNoCode = (path: string) => /\/(?:seed|migrations)\/|\/seed\.ts$|^src\/ui\/sheet\//.test(path);

/** A feature is a folder: what it brings stands there, and nobody else names it. Kept by the example of one. */
export const featureScatter: Rule = {
  name: 'a feature is a folder',
  check: (tree) => {
    const code = [...tree.files.filter(({ path }) => !tree.testFiles.has(path)), ...tree.sql];
    return code.flatMap(({ path, text }): Violation[] => {
      if (!path.startsWith('src/') || path.startsWith(MODEL.folder) || allowed[path] || isNoCode(path)) return [];
      if (Object.keys(users).some((folder) => path.startsWith(folder))) return [];
      const line =
        withoutComments(text)
          .split('\n')
          .findIndex((one) => MODEL.word.test(one)) + 1;
      if (line === 0) return [];
      return [
        {
          file: path,
          line,
          rule: 'Coupons are named in their own folder, in contents.ts and in paths.ts alone.',
          instead: 'Let feature.ts say it as data, and let this file read it from there.',
          severity: 'failure',
        },
      ];
    });
  },
};

const withoutComments = (text: string) => text.replace(/^\s*(?:\/\*\*|\*|\/\/|--).*$/gm, '');
