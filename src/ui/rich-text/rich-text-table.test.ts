import { goToNextCell } from '@tiptap/pm/tables';
import { Editor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { expect, test } from 'vitest';
import { longTextExtensions } from './rich-text-extensions.ts';
import { insertTable } from './rich-text-table.ts';

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
    while (goToNextCell(1)(editor.state, (tr) => editor.view.dispatch(tr))) seen.push(caret());
    expect(seen).toEqual([0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => [tableIndex, row, column])));
    goToNextCell(-1)(editor.state, (tr) => editor.view.dispatch(tr));
    expect(caret()).toEqual([tableIndex, 2, 1]);
    editor.destroy();
  },
);
