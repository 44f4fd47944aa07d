import { Accessibility, type DragDropManager, defaultPreset } from '@dnd-kit/dom';

/** Screen reader announcement during drag and drop. `target` is what the item is over. */
export type DragTexts = {
  nameOf: (kind: string) => string | undefined;
  page: string;
  pickedUp: (name: string) => string;
  over: (name: string, target: string) => string;
  nowhere: (name: string) => string;
  dropped: (name: string) => string;
  cancelled: (name: string) => string;
};

type Operation = DragDropManager['dragOperation'];
type Dragged = Operation['source'] | Operation['target'];

let currentTexts: DragTexts | null = null;

/** A block is announced by its type, which its id begins with; a list row by its text; the page by its title. */
function nameOf(texts: DragTexts, dragged: Dragged): string {
  const id = String(dragged?.id ?? '');
  const kind = String(dragged?.data.componentType ?? id.split(/[-:]/)[0]);
  return (
    texts.nameOf(kind) ??
    (id.startsWith('root') ? texts.page : (dragged?.element?.textContent ?? '').trim().slice(0, 60))
  );
}

function announce(textOf: (texts: DragTexts) => string): string | undefined {
  return currentTexts ? textOf(currentTexts) : undefined;
}

export const announcements = {
  dragstart: ({ operation: { source } }: { operation: Operation }) =>
    announce((texts) => texts.pickedUp(nameOf(texts, source))),
  dragover: ({ operation: { source, target } }: { operation: Operation }) =>
    source?.id === target?.id
      ? undefined
      : announce((texts) =>
          target ? texts.over(nameOf(texts, source), nameOf(texts, target)) : texts.nowhere(nameOf(texts, source)),
        ),
  dragend: ({ operation: { source }, canceled }: { operation: Operation; canceled: boolean }) =>
    announce((texts) => texts[canceled ? 'cancelled' : 'dropped'](nameOf(texts, source))),
};

/**
 * dnd-kit announces ids in English; this replaces them with translated names. Puck uses dnd-kit's default plugins and
 * has no option for this, so the default list itself is patched. Keyboard dragging is not announced: our buttons move
 * blocks instead.
 */
const at = defaultPreset.plugins.indexOf(Accessibility);
if (at >= 0)
  defaultPreset.plugins[at] = Accessibility.configure({ announcements, screenReaderInstructions: { draggable: '' } });

/** Sets the texts of all following announcements. */
export function setDragTexts(texts: DragTexts): void {
  currentTexts = texts;
}
