import { describe, expect, test } from 'vitest';
import { block } from '../rules.ts';
import {
  addStep,
  beginSteps,
  editedPageSetting,
  editedText,
  MAX_STEPS,
  MERGE_MS,
  moveStep,
  updateStep,
} from './rules.ts';

describe('steps', () => {
  test('that follow each other at once are each their own', () => {
    const added = addStep(beginSteps('empty'), 'added', null, 0);
    const moved = addStep(added, 'moved', null, 1);
    expect(moved).toMatchObject({ states: ['empty', 'added', 'moved'], at: 2 });
    const undone = moveStep(moved, -1);
    expect(undone?.states[undone.at]).toBe('added');
    const again = undone && moveStep(undone, 1);
    expect(again?.states[again.at]).toBe('moved');
  });

  test('of writing in one text are one, until there is a pause or another text', () => {
    let steps = beginSteps('');
    steps = addStep(steps, 'a', 'Hero-1 title', 0);
    steps = addStep(steps, 'ab', 'Hero-1 title', MERGE_MS);
    expect(steps.states).toEqual(['', 'ab']);
    steps = addStep(steps, 'ab c', 'Hero-1 text', MERGE_MS + 1);
    steps = addStep(steps, 'ab cd', 'Hero-1 text', 2 * MERGE_MS + 2);
    expect(steps.states).toEqual(['', 'ab', 'ab c', 'ab cd']);
  });

  test('never merge with what was taken back, and give up what came after it', () => {
    const edited = addStep(addStep(beginSteps('0'), '1', null, 0), '2', 'Hero-1 title', 1);
    const undone = moveStep(edited, -1) ?? edited;
    expect(addStep(undone, '3', 'Hero-1 title', 2)).toMatchObject({ states: ['0', '1', '3'], at: 2 });
  });

  test('are not made of what is merely shown otherwise', () => {
    const steps = addStep(beginSteps('a'), 'b', null, 0);
    expect(updateStep(steps, 'b, chosen')).toMatchObject({ states: ['a', 'b, chosen'], at: 1 });
  });

  test('are kept up to their number, and end at both ends', () => {
    let steps = beginSteps(0);
    for (let step = 1; step <= MAX_STEPS + 20; step++) steps = addStep(steps, step, null, step);
    expect(steps.states).toHaveLength(MAX_STEPS + 1);
    expect(moveStep(steps, 1)).toBeNull();
    for (let step = 0; step < MAX_STEPS; step++) steps = moveStep(steps, -1) ?? steps;
    expect(steps.at).toBe(0);
    expect(moveStep(steps, -1)).toBeNull();
  });
});

describe('the text that is written in', () => {
  const definitions = {
    List: block({
      strings: 'blocks',
      group: 'words',
      fields: {
        title: { kind: 'text' },
        look: { kind: 'choice', values: ['a', 'b'] },
        rows: { kind: 'list', most: 4, fields: { name: { kind: 'text' }, isOn: { kind: 'switch' } } },
      },
      defaults: { title: '', look: 'a', rows: [] },
      render: () => null,
    }),
  };
  const rows = [
    { name: 'x', isOn: false },
    { name: 'y', isOn: false },
  ];
  const form = (props: object) => ({ type: 'List', props: { id: 'List-1', title: 't', look: 'a', rows, ...props } });
  test.each([
    ['a title', { title: 'tt' }, 'List-1 title'],
    ['a row’s name', { rows: [rows[0], { name: 'yy', isOn: false }] }, 'List-1 rows[1].name'],
    ['no choice', { look: 'b' }, null],
    ['no row’s switch', { rows: [{ name: 'x', isOn: true }, rows[1]] }, null],
    ['no row that is added', { rows: [...rows, { name: '', isOn: false }] }, null],
    ['no rows in another order', { rows: rows.toReversed() }, null],
    ['not two at once', { title: 'tt', look: 'b' }, null],
    ['nothing where nothing changed', {}, null],
  ])('is %s', (_, change, expected) => {
    expect(editedText(form({}), form(change), definitions)).toBe(expected);
  });
  test('is the page’s own title, and not its kind', () => {
    expect(editedPageSetting({ title: 'a', kind: 'x' }, { title: 'ab', kind: 'x' })).toBe('title');
    expect(editedPageSetting({ title: 'a', kind: 'x' }, { title: 'a', kind: 'y' })).toBeNull();
  });
});
