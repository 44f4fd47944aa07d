import { Accessibility, type DragDropManager, defaultPreset } from '@dnd-kit/dom';

/** What is said of something that is dragged. `target` is what it is over. */
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

/** A block goes by its kind, whose name its id begins with; a row of a list by what stands on it; the page by its own name. */
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
 * The library says what is dragged by its id, in English; here it gets words. The builder takes the library's own list of
 * plugins, and nothing of ours is asked, so the list itself is put right. How to drag by keyboard is not told: what moves a
 * block are buttons with words of their own.
 */
const at = defaultPreset.plugins.indexOf(Accessibility);
if (at >= 0)
  defaultPreset.plugins[at] = Accessibility.configure({ announcements, screenReaderInstructions: { draggable: '' } });

/** From now on what is dragged is told in these words. */
export function speakOfDrags(words: DragWords): void {
  spoken = words;
}
