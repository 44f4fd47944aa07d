import { globSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect, test } from 'vitest';

const src = resolve(import.meta.dirname, '..');
const fileNames = globSync('**/*.tsx', { cwd: src }).filter(
  (name) => !/(^ui\/(dialog|side-panel|asked-close|command-palette)\.tsx$|^ui\/sheet\/|\.test\.tsx$)/.test(name),
);
const codeOf = (name: string) => readFileSync(resolve(src, name), 'utf8');

/** The opening tags of the panels and dialogs of a file, as they are written. */
function openingsIn(code: string): string[] {
  return [...code.matchAll(/<(SidePanel|Dialog)\b/g)].map(({ index }) => {
    let depth = 0;
    let end = index;
    // A tag ends at the first `>` outside of braces.
    for (; end < code.length && !(depth === 0 && code[end] === '>'); end++)
      depth += code[end] === '{' ? 1 : code[end] === '}' ? -1 : 0;
    return code.slice(index, end);
  });
}

const shown = fileNames.flatMap((name) => openingsIn(codeOf(name)).map((opening) => ({ name, opening })));
const answers = ({ name, opening }: { name: string; opening: string }) =>
  /\bisChanged=/.test(opening) || /\buseHeldHere\(/.test(codeOf(name));

/** What shows something, or lets one choose among what it shows: nothing is written there that could be lost. */
const withoutWords = [
  'app/dashboard/install/install-dialog.tsx',
  'app/dashboard/shortcuts/shortcut-sheet.tsx',
  'features/administration/components/person-panel.tsx',
  'features/api-keys/screens/key-form.tsx',
  'features/billing/components/meter-days.tsx',
  'features/billing/components/plan-dialog.tsx',
  'features/courses/components/publish-actions.tsx',
  'features/forms/screens/answer-list.tsx',
  'features/maintenance/screens/run-history.tsx',
  'features/media/components/media-picker.tsx',
  'features/media/components/move-dialog.tsx',
  'features/members/components/member-panel.tsx',
  'features/orders/screens/my-orders.tsx',
  'features/orders/screens/order-list.tsx',
  'features/pages/components/removed-pages.tsx',
  'features/pages/components/section-uses.tsx',
  'features/pages/components/version-list.tsx',
  'features/pages/drafts/components/compare-dialog.tsx',
  'features/pages/templates/components/site-template-dialog.tsx',
  'features/posts/checks/components/finding-panel.tsx',
  'features/posts/previews/components/share-dialog.tsx',
  'features/posts/versions/components/compare-dialog.tsx',
  'features/posts/versions/components/version-list.tsx',
  'features/quizzes/components/attempts-table.tsx',
  'features/quizzes/components/bank-dialog.tsx',
  'features/quizzes/components/hand-in-dialog.tsx',
  'features/redirects/screens/redirect-import.tsx',
  'features/webhooks/screens/delivery-panel.tsx',
];

/** A password or a code is typed there for one moment: to ask before it is dropped would only be in the way. */
const secretsOnly = ['features/members/components/confirmation-dialog.tsx'];

test('each panel and dialog knows whether it holds something typed, or holds nothing that could be', () => {
  expect(shown.length).toBeGreaterThan(50);
  const silent = shown.filter((one) => !answers(one)).map(({ name }) => name);
  expect([...new Set(silent)].sort()).toEqual([...withoutWords, ...secretsOnly].sort());
});

const fields =
  /<(Form|form|TextArea|RichTextField|NumberField|DatePicker|DateField|TagField|ColorField)\b|\buseDraft\b/;

test.each(withoutWords)('%s writes nothing, or by forms that say so', (name) => {
  const code = codeOf(name);
  const parts = [...code.matchAll(/from '(\.\.?\/[^']+\.tsx)'/g)].map(([, path]) =>
    resolve(src, dirname(name), path ?? ''),
  );
  const forms = [code, ...parts.map((part) => readFileSync(part, 'utf8'))].filter(
    // What opens beside the panel answers for itself, and a form of its own tells the panel.
    (text) => fields.test(text) && !/\buseHeldHere\(|<UnsavedGuard\b|\bisChanged=/.test(text),
  );
  expect(forms.length, 'a form in it: let it say so by isChanged, useHeldHere or UnsavedGuard').toBe(0);
});

test('none says once and for all that it holds nothing', () => {
  expect(shown.filter(({ opening }) => /isChanged=\{(true|false)\}/.test(opening))).toEqual([]);
});
