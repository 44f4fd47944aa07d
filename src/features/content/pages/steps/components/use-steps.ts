import type { AppState, PuckAction } from '@puckeditor/core';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { BlockDefinitions } from '#base/shared/blocks.ts';
import type { PageBlock } from '../../rules.ts';
import { beginSteps, type Steps, stepFrom, withStep, withStepShown, writtenOnPage, writtenText } from '../rules.ts';

/** What of the builder's state is taken back. Its `indexes` say where each block stands. */
type Shown = AppState & { indexes?: Indexes };
type Indexes = {
  nodes: Record<string, { data?: unknown; parentId: string | null; zone: string } | undefined>;
  zones: Record<string, { contentIds: string[] } | undefined>;
};
type Chosen = AppState['ui']['itemSelector'];
type Dispatch = (action: PuckAction) => void;

/** What moves nothing in the page, or is told to the history by `recordHistory` alone; the builder's own list. */
const UNRECORDED = new Set<PuckAction['type']>(['registerZone', 'unregisterZone', 'setData', 'setUi', 'set']);

/**
 * The history of a page in the builder. The builder's own merges whatever follows within a moment, so that adding a block and
 * moving it at once were taken back as one.
 */
export function createStepKeeper(definitions: BlockDefinitions) {
  let steps: Steps<Shown> | null = null;
  const listeners = new Set<() => void>();
  const put = (next: Steps<Shown>) => {
    steps = next;
    for (const listener of listeners) listener();
  };
  return {
    /** Told of everything that is done in the builder. */
    onAction(action: PuckAction, after: Shown, before: Shown) {
      const began = steps ?? beginSteps(before);
      if (!(action.recordHistory ?? !UNRECORDED.has(action.type))) steps = began;
      // What was dragged into the page is told of twice: as it is put there, and as it is chosen.
      else if (began.states[began.at]?.data === after.data) put(withStepShown(began, after));
      else put(withStep(began, after, writingOf(action, before, definitions), Date.now()));
    },
    go(way: -1 | 1, dispatch: Dispatch) {
      const next = steps && stepFrom(steps, way);
      const state = next?.states[next.at];
      if (!state) return;
      put(next);
      const { data, indexes } = state;
      dispatch({
        type: 'set',
        // How wide the page is shown, and which shelves are open, are no part of what was done.
        state: (now) =>
          ({
            data,
            indexes,
            ui: {
              ...now.ui,
              itemSelector: chosenAfter(now, state),
              arrayState: state.ui.arrayState,
              field: { focus: null },
            },
          }) as never,
        recordHistory: false,
      });
    },
    hasPast: () => steps !== null && steps.at > 0,
    hasFuture: () => steps !== null && steps.at < steps.states.length - 1,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export type StepKeeper = ReturnType<typeof createStepKeeper>;

/** The block that is chosen stays so wherever it stands then; where it is gone, what was chosen at that time is. */
function chosenAfter(now: Shown, then: Shown): Chosen {
  const at = now.ui.itemSelector;
  const id = at ? now.indexes?.zones[at.zone ?? '']?.contentIds[at.index] : undefined;
  const node = id === undefined ? undefined : then.indexes?.nodes[id];
  if (id === undefined || !node) return then.ui.itemSelector;
  const zone = `${node.parentId}:${node.zone}`;
  const index = then.indexes?.zones[zone]?.contentIds.indexOf(id) ?? -1;
  return index < 0 ? then.ui.itemSelector : { zone, index };
}

function writingOf(action: PuckAction, before: Shown, definitions: BlockDefinitions): string | null {
  if (action.type === 'replaceRoot')
    return writtenOnPage(
      (before.data.root.props ?? {}) as Record<string, unknown>,
      (action.root.props ?? {}) as Record<string, unknown>,
    );
  if (action.type !== 'replace') return null;
  const found = before.indexes?.nodes[action.data.props.id]?.data as PageBlock | undefined;
  return found ? writtenText(found, action.data as unknown as PageBlock, definitions) : null;
}

export const StepsContext = createContext<StepKeeper | null>(null);

/** Taking back and forward again, and whether there is anything to. */
export function useSteps() {
  const keeper = useContext(StepsContext);
  const subscribe = keeper?.subscribe ?? nothing;
  const hasPast = useSyncExternalStore(subscribe, () => keeper?.hasPast() ?? false);
  const hasFuture = useSyncExternalStore(subscribe, () => keeper?.hasFuture() ?? false);
  return { hasPast, hasFuture, go: (way: -1 | 1, dispatch: Dispatch) => keeper?.go(way, dispatch) };
}

const nothing = () => () => {};

/**
 * The keys of taking back and forward again in a document of the builder, before the builder's own history hears of them.
 * In a text with a history of its own they are left to it. Answers how to stop it.
 */
export function listenForSteps(page: Document, go: (way: -1 | 1) => void): () => void {
  const wayOf = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return 0;
    if (event.code === 'KeyZ') return event.shiftKey ? 1 : -1;
    return event.code === 'KeyY' && !event.shiftKey ? 1 : 0;
  };
  const first = (event: KeyboardEvent) => {
    const way = wayOf(event);
    // An element of the page's frame is of another window: its classes are not ours.
    const target = event.target as HTMLElement | null;
    if (!way || target?.isContentEditable || target?.closest?.('[role="dialog"]')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    go(way);
  };
  const last = (event: KeyboardEvent) => {
    if (wayOf(event)) event.stopPropagation();
  };
  page.defaultView?.addEventListener('keydown', first, true);
  page.body.addEventListener('keydown', last);
  return () => {
    page.defaultView?.removeEventListener('keydown', first, true);
    page.body.removeEventListener('keydown', last);
  };
}
