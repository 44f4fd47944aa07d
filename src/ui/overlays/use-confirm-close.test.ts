import { globSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect, test } from 'vitest';

const src = resolve(import.meta.dirname, '../..');
const fileNames = globSync('**/*.tsx', { cwd: src }).filter(
  (name) =>
    !/(^ui\/(overlays\/(dialog|side-panel|use-confirm-close)|palette\/command-palette)\.tsx$|^ui\/sheet\/|\.test\.tsx$)/.test(
      name,
    ),
);
const codeOf = (name: string) => readFileSync(resolve(src, name), 'utf8');

/** The opening tags of the panels and dialogs in a file. */
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
const declaresUnsaved = ({ name, opening }: { name: string; opening: string }) =>
  /\bisChanged=/.test(opening) || /\buseUnsavedInPanel\(/.test(codeOf(name));

/** Read-only panels, or choices among what they show: no input can be lost. */
const withoutWords = [
  'app/dashboard/install/install-dialog.tsx',
  'app/dashboard/shortcuts/shortcut-sheet.tsx',
  'features/platform/administration/components/person-panel.tsx',
  'features/developers/api-keys/screens/key-form.tsx',
  'features/platform/billing/components/meter-days.tsx',
  'features/platform/billing/components/plan-dialog.tsx',
  'features/learning/courses/components/publish-actions.tsx',
  'features/learning/courses/reviews/components/review-panel.tsx',
  'features/marketing/forms/screens/submission-list.tsx',
  'features/platform/maintenance/screens/run-history.tsx',
  'features/content/media/components/media-picker.tsx',
  'features/content/media/components/move-dialog.tsx',
  'features/platform/members/components/member-panel.tsx',
  'features/commerce/fulfilment/components/delivery-panel.tsx',
  'features/commerce/invoices/screens/invoice-notices.tsx',
  'features/commerce/orders/screens/order-panel.tsx',
  'features/commerce/subscriptions/components/change-dialog.tsx',
  'features/commerce/subscriptions/components/subscription-panel.tsx',
  'features/content/publishing/components/trash-dialog.tsx',
  'features/content/pages/components/section-uses.tsx',
  'features/content/pages/templates/components/site-template-dialog.tsx',
  'features/content/publishing/checks/components/finding-panel.tsx',
  'features/content/publishing/components/share-dialog.tsx',
  'features/content/publishing/components/compare-dialog.tsx',
  'features/content/publishing/components/version-list.tsx',
  'features/learning/quizzes/components/attempts-table.tsx',
  'features/learning/quizzes/components/bank-dialog.tsx',
  'features/learning/quizzes/components/hand-in-dialog.tsx',
  'features/learning/quizzes/exchange/components/import-dialog.tsx',
  'features/content/redirects/screens/redirect-import.tsx',
  'features/engagement/messages/components/blocked-members.tsx',
  'features/engagement/messages/office-hours/components/office-panel.tsx',
  'features/developers/webhooks/screens/delivery-panel.tsx',
  'features/learning/courses/captions/components/loading-captions.tsx',
  'features/learning/courses/cohorts/components/cohort-panel.tsx',
  'features/learning/courses/roster/components/student-panel.tsx',
  'ui/fields/date-field.tsx',
];

/** A password or code typed for one moment: a confirmation would only be in the way. */
const secretsOnly = ['features/platform/members/components/confirmation-dialog.tsx'];

/** Days that something is looked at on: nothing is written, and nothing lost. */
const lookups = ['features/learning/courses/availability/components/preview-button.tsx'];

test('each panel and dialog knows whether it holds something typed, or holds nothing that could be', () => {
  expect(shown.length).toBeGreaterThan(50);
  const silent = shown.filter((opening) => !declaresUnsaved(opening)).map(({ name }) => name);
  expect([...new Set(silent)].sort()).toEqual([...withoutWords, ...secretsOnly, ...lookups].sort());
});

const fields =
  /<(Form|form|TextArea|RichTextField|NumberField|DatePicker|DateField|TagField|ColorField)\b|\buseDraft\b/;

test.each(withoutWords)('%s writes nothing, or by forms that say so', (name) => {
  const code = codeOf(name);
  const parts = [...code.matchAll(/from '(\.\.?\/[^']+\.tsx)'/g)].map(([, path]) =>
    resolve(src, dirname(name), path ?? ''),
  );
  const forms = [code, ...parts.map((part) => readFileSync(part, 'utf8'))].filter(
    // A dialog beside the panel is covered by itself, and a form of its own reports to the panel.
    (text) => fields.test(text) && !/\buseUnsavedInPanel\(|<UnsavedGuard\b|\bisChanged=/.test(text),
  );
  expect(forms.length, 'a form in it: let it say so by isChanged, useUnsavedInPanel or UnsavedGuard').toBe(0);
});

test('none says once and for all that it holds nothing', () => {
  expect(shown.filter(({ opening }) => /isChanged=\{(true|false)\}/.test(opening))).toEqual([]);
});
