import { NodeSelection, TextSelection, type Transaction } from '@tiptap/pm/state';
import type { Editor, JSONContent } from '@tiptap/react';

/** Inserts images or embeds at the selection, with the caret in the text after the last of them. */
export function insertBlocks(editor: Editor, blocks: JSONContent[]): void {
  editor
    .chain()
    .focus()
    .insertContent(blocks)
    .command(({ tr }) => moveCaretAfter(tr))
    .run();
}

/** A block that stays selected would be replaced by what is typed or pasted next. */
function moveCaretAfter(tr: Transaction): boolean {
  const { selection, doc } = tr;
  if (!(selection instanceof NodeSelection)) return true;
  if (!selection.$to.nodeAfter?.isTextblock) tr.insert(selection.to, doc.type.schema.node('paragraph'));
  tr.setSelection(TextSelection.create(tr.doc, selection.to + 1)).scrollIntoView();
  return true;
}
