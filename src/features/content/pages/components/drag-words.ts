import { Accessibility, type DragDropManager, defaultPreset } from '@dnd-kit/dom';

/** Screen reader announcement during drag and drop. `target` is what the item is over. */
export type DragWords = {
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

let spoken: DragWords | null = null;

/** A block is announced by its type, which its id begins with; a list row by its text; the page by its title. */
function nameOf(words: DragWords, found: Dragged): string {
  const id = String(found?.id ?? '');
  const kind = String(found?.data.componentType ?? id.split(/[-:]/)[0]);
  return (
    words.nameOf(kind) ?? (id.startsWith('root') ? words.page : (found?.element?.textContent ?? '').trim().slice(0, 60))
  );
}

function say(tell: (words: DragWords) => string): string | undefined {
  return spoken ? tell(spoken) : undefined;
}

export const announcements = {
  dragstart: ({ operation: { source } }: { operation: Operation }) =>
    say((words) => words.pickedUp(nameOf(words, source))),
  dragover: ({ operation: { source, target } }: { operation: Operation }) =>
    source?.id === target?.id
      ? undefined
      : say((words) =>
          target ? words.over(nameOf(words, source), nameOf(words, target)) : words.nowhere(nameOf(words, source)),
        ),
  dragend: ({ operation: { source }, canceled }: { operation: Operation; canceled: boolean }) =>
    say((words) => words[canceled ? 'cancelled' : 'dropped'](nameOf(words, source))),
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
export function speakOfDrags(words: DragWords): void {
  spoken = words;
}
