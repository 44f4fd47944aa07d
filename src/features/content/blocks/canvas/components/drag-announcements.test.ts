import { Accessibility, defaultPreset } from '@dnd-kit/dom';
import { expect, test } from 'vitest';
import { announcements, setDragTexts } from './drag-announcements.ts';

const thing = (id: string, componentType?: string) => ({ id, data: { componentType } }) as never;

test('the builder’s own list of plugins speaks through these words, and keeps its other parts', () => {
  expect(defaultPreset.plugins).not.toContain(Accessibility);
  expect(defaultPreset.plugins).toHaveLength(5);
  expect(defaultPreset.plugins[0]).toMatchObject({
    options: { announcements, screenReaderInstructions: { draggable: '' } },
  });
});

test('what is dragged is told by the names of blocks, in the words of who listens', () => {
  const over = (target: never | null) =>
    announcements.dragover({ operation: { source: thing('Hero-7', 'Hero'), target } } as never);
  expect(over(null)).toBeUndefined();
  setDragTexts({
    nameOf: (kind) => ({ Hero: 'Opening', Columns: 'Columns' })[kind],
    page: 'Page',
    pickedUp: (name) => `${name} up`,
    over: (name, target) => `${name} over ${target}`,
    nowhere: (name) => `${name} nowhere`,
    dropped: (name) => `${name} down`,
    cancelled: (name) => `${name} back`,
  });
  const source = thing('Hero-7', 'Hero');
  expect(announcements.dragstart({ operation: { source } } as never)).toBe('Opening up');
  expect(over(thing('Columns-1:one'))).toBe('Opening over Columns');
  expect(over(thing('root:default-zone'))).toBe('Opening over Page');
  expect(over(thing('Hero-7', 'Hero'))).toBeUndefined();
  expect(over(null)).toBe('Opening nowhere');
  expect(announcements.dragend({ operation: { source }, canceled: false } as never)).toBe('Opening down');
  expect(announcements.dragend({ operation: { source }, canceled: true } as never)).toBe('Opening back');
});
