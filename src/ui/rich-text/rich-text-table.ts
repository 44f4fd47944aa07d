import { TextSelection, type Transaction } from '@tiptap/pm/state';
import type { Editor } from '@tiptap/react';

/** Puts a table of three by three where one writes, and the caret into its first cell; from there Tab leads on. */
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

/** Puts the caret into the first cell of the table that has just been put before it. */
function selectFirstCell(tr: Transaction): boolean {
  let table: number | null = null;
  tr.doc.nodesBetween(0, tr.selection.to, (node, at) => {
    if (node.type.name === 'table') table = at;
    return node.type.name !== 'table';
  });
  if (table === null) return false;
  // Behind the openings of the table, its row, its cell and the paragraph in it.
  tr.setSelection(TextSelection.create(tr.doc, table + 4)).scrollIntoView();
  return true;
}
