import { describe, expect, test } from 'vitest';
import { listsAndSaves } from './lists-and-saves.ts';
import { violationsWith } from './planted-tree.ts';

describe('lists and saves', () => {
  const screen = 'src/features/learning/courses/screens/course-list.tsx';
  test.each([
    [screen, 'setBusy(true);\n', 'Whether a write is running is no state of a screen: setBusy(.'],
    [screen, 'setIsSaving(false);\n', 'Whether a write is running is no state of a screen: setIsSaving(.'],
    [screen, 'const { run } = useAction();\n', 'A write has one way: useAction(.'],
    [screen, 'const change = useMutation({});\n', 'A write has one way: useMutation(.'],
    [
      'src/app/dashboard/home/card.tsx',
      'setPending(true);\n',
      'Whether a write is running is no state of a screen: setPending(.',
    ],
    [
      screen,
      "import { DataTable } from '#ui/table/data-table.tsx';\n",
      "A list is declared: '#ui/table/data-table.tsx'.",
    ],
    [
      'src/features/commerce/coupons/data.ts',
      'query.range(from, to);\n',
      'A page of a list is read in one way: .range(.',
    ],
  ])('%s may not have %j', (file, text, rule) => {
    expect(violationsWith(listsAndSaves, { [file]: text }).map((violation) => violation.rule)).toContain(rule);
  });

  test('a reason for a write of another kind is used', () => {
    const file = 'src/features/platform/members/components/use-auth-request.ts';
    expect(violationsWith(listsAndSaves, { [file]: 'save();\n' })).toMatchObject([
      { file, rule: 'The list of other writes is true; this file has none.' },
    ]);
  });

  test.each([
    [screen, 'setPendingAction(action);\n'],
    [screen, 'const { save } = useSave(write);\n'],
    ['src/features/platform/members/components/use-auth-request.ts', 'const { run } = useAction();\n'],
    ['src/ui/fields/use-save.ts', 'const mutation = useMutation({});\n'],
    ['src/ui/fields/use-action.ts', 'setRunning(true);\n'],
    ['src/ui/list/list-screen.tsx', "import { DataTable } from '#ui/table/data-table.tsx';\n"],
  ])('%s may have %j', (file, text) => expect(violationsWith(listsAndSaves, { [file]: text })).toEqual([]));
});
