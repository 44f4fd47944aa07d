import { TextSelection, type Transaction } from '@tiptap/pm/state';
import { addRowAfter, goToNextCell, isInTable } from '@tiptap/pm/tables';
import type { Editor } from '@tiptap/react';

/** Inserts a 3 × 3 table at the selection, with the caret in its first cell; Tab moves on from there. */
export function insertTable(editor: Editor): void {
  const row = (type: string) => ({
    type: 'tableRow',
    content: Array.from({ length: 3 }, () => ({ type, content: [{ type: 'paragraph' }] })),
  });
  editor
    .chain()
    .focus()
    .insertContent({ type: 'table', content: [row('tableHeader'), row('tableCell'), row('tableCell')] })
    .command(({ tr }) => selectFirstCell(tr))
    .run();
}

/** Moves the caret into the first cell of the table that was just inserted before it. */
function selectFirstCell(tr: Transaction): boolean {
  let table: number | null = null;
  tr.doc.nodesBetween(0, tr.selection.to, (node, at) => {
    if (node.type.name === 'table') table = at;
    return node.type.name !== 'table';
  });
  if (table === null) return false;
  // After the opening tokens of table, row, cell and paragraph.
  tr.setSelection(TextSelection.create(tr.doc, table + 4)).scrollIntoView();
  return true;
}

/** Moves the caret to the next or previous cell; after the last cell a new row begins. Returns whether it moved. */
export function moveInTable(editor: Editor, direction: 1 | -1): boolean {
  const { dispatch } = editor.view;
  if (goToNextCell(direction)(editor.state, dispatch)) return true;
  if (direction === -1 || !isInTable(editor.state)) return false;
  return addRowAfter(editor.state, dispatch) && goToNextCell(1)(editor.state, dispatch);
}
