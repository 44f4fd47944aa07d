import { Editor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { expect, test } from 'vitest';
import { longTextExtensions } from './rich-text-extensions.ts';
import { insertTable, moveInTable } from './rich-text-table.ts';

const cell = { type: 'tableCell', content: [{ type: 'paragraph' }] };
const table = { type: 'table', content: [{ type: 'tableRow', content: [cell] }] };
const words = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });

test.each([
  ['an empty text', [{ type: 'paragraph' }], 1, 0],
  ['the end of words', [words('Before')], 7, 1],
  ['the middle of words', [words('Before')], 4, 1],
  ['words between two tables', [table, words('Before'), table], 10, 2],
])(
  'a table put into %s has the caret in its first cell, and Tab goes from cell to cell',
  (_, content, at, tableIndex) => {
    const editor = new Editor({
      element: null,
      extensions: [StarterKit, ...longTextExtensions],
      content: { type: 'doc', content },
    });
    editor.commands.setTextSelection(at);
    insertTable(editor);
    /** Block, row and cell index of the caret. */
    const caret = () => [0, 1, 2].map((depth) => editor.state.selection.$from.index(depth));
    expect(editor.state.doc.child(tableIndex).type.name).toBe('table');
    const seen = [caret()];
    for (let step = 1; step < 9; step++) {
      expect(moveInTable(editor, 1)).toBe(true);
      seen.push(caret());
    }
    expect(seen).toEqual([0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => [tableIndex, row, column])));
    expect(moveInTable(editor, -1)).toBe(true);
    expect(caret()).toEqual([tableIndex, 2, 1]);
    // After the last cell a row begins; before the first one Tab leaves the table.
    moveInTable(editor, 1);
    expect(moveInTable(editor, 1)).toBe(true);
    expect(caret()).toEqual([tableIndex, 3, 0]);
    for (let step = 0; step < 9; step++) expect(moveInTable(editor, -1)).toBe(true);
    expect(caret()).toEqual([tableIndex, 0, 0]);
    expect(moveInTable(editor, -1)).toBe(false);
    editor.destroy();
  },
);
