import type { AppState, PuckAction } from '@puckeditor/core';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { BlockNode } from '../../document/rules.ts';
import type { BlockDefinitions } from '../../rules.ts';
import { addStep, beginSteps, editedPageSetting, editedText, moveStep, type Steps, updateStep } from '../rules.ts';

/** The part of Puck's state that undo restores. `indexes` locate each block. */
type BuilderState = AppState & { indexes?: Indexes };
type NewState = Extract<Extract<PuckAction, { type: 'set' }>['state'], object>;
type Indexes = NonNullable<Exclude<NewState, (...previous: never[]) => unknown>['indexes']>;
type ItemSelector = AppState['ui']['itemSelector'];
type Dispatch = (action: PuckAction) => void;

/** Puck actions that don't change the page, or are recorded by `recordHistory` only; the list is Puck's own. */
const UNRECORDED = new Set<PuckAction['type']>(['registerZone', 'unregisterZone', 'setData', 'setUi', 'set']);

/**
 * Undo history of a page in the builder. Puck's own merges changes within a short time, so that adding a block and
 * moving it at once were undone as one step.
 */
export function createStepKeeper(definitions: BlockDefinitions) {
  let steps: Steps<BuilderState> | null = null;
  const listeners = new Set<() => void>();
  const setSteps = (next: Steps<BuilderState>) => {
    steps = next;
    for (const listener of listeners) listener();
  };
  return {
    /** Called for every Puck action. */
    onAction(action: PuckAction, after: BuilderState, before: BuilderState) {
      const began = steps ?? beginSteps(before);
      if (!(action.recordHistory ?? !UNRECORDED.has(action.type))) steps = began;
      // A drop dispatches twice: the insertion, and the selection.
      else if (began.states[began.at]?.data === after.data) setSteps(updateStep(began, after));
      else setSteps(addStep(began, after, editedTextOf(action, before, definitions), Date.now()));
    },
    go(direction: -1 | 1, dispatch: Dispatch) {
      const next = steps && moveStep(steps, direction);
      const state = next?.states[next.at];
      if (!state) return;
      setSteps(next);
      const { data, indexes } = state;
      dispatch({
        type: 'set',
        // Viewport and open panels are no part of the history.
        state: (current) => ({
          data,
          indexes,
          ui: {
            ...current.ui,
            itemSelector: selectionAfter(current, state),
            arrayState: state.ui.arrayState,
            field: { focus: null },
          },
        }),
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

/**
 * The selected block stays selected wherever undo moves it; where it is gone, the selection of that time is restored.
 */
function selectionAfter(current: BuilderState, target: BuilderState): ItemSelector {
  const at = current.ui.itemSelector;
  const id = at ? current.indexes?.zones[at.zone ?? '']?.contentIds[at.index] : undefined;
  const node = id === undefined ? undefined : target.indexes?.nodes[id];
  if (id === undefined || !node) return target.ui.itemSelector;
  const zone = `${node.parentId}:${node.zone}`;
  const index = target.indexes?.zones[zone]?.contentIds.indexOf(id) ?? -1;
  return index < 0 ? target.ui.itemSelector : { zone, index };
}

function editedTextOf(action: PuckAction, before: BuilderState, definitions: BlockDefinitions): string | null {
  if (action.type === 'replaceRoot')
    return editedPageSetting(
      (before.data.root.props ?? {}) as Record<string, unknown>,
      (action.root.props ?? {}) as Record<string, unknown>,
    );
  if (action.type !== 'replace') return null;
  const block = before.indexes?.nodes[action.data.props.id]?.data as BlockNode | undefined;
  return block ? editedText(block, action.data, definitions) : null;
}

export const StepsContext = createContext<StepKeeper | null>(null);

/** Undo and redo, and whether they are available. */
export function useSteps() {
  const stepKeeper = useContext(StepsContext);
  const subscribe = stepKeeper?.subscribe ?? noSubscription;
  const hasPast = useSyncExternalStore(subscribe, () => stepKeeper?.hasPast() ?? false);
  const hasFuture = useSyncExternalStore(subscribe, () => stepKeeper?.hasFuture() ?? false);
  return { hasPast, hasFuture, go: (direction: -1 | 1, dispatch: Dispatch) => stepKeeper?.go(direction, dispatch) };
}

const noSubscription = () => () => {};

/**
 * Undo and redo shortcuts in a document of the builder, registered before Puck's own. Rich text editors handle them
 * themselves. Returns a function that removes them.
 */
export function listenForUndoKeys(page: Document, go: (direction: -1 | 1) => void): () => void {
  const directionOf = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return 0;
    if (event.code === 'KeyZ') return event.shiftKey ? 1 : -1;
    return event.code === 'KeyY' && !event.shiftKey ? 1 : 0;
  };
  const first = (event: KeyboardEvent) => {
    const direction = directionOf(event);
    // Elements of the iframe belong to another window, so `instanceof` does not work.
    const target = event.target as HTMLElement | null;
    if (!direction || target?.isContentEditable || target?.closest?.('[role="dialog"]')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    go(direction);
  };
  const last = (event: KeyboardEvent) => {
    if (directionOf(event)) event.stopPropagation();
  };
  page.defaultView?.addEventListener('keydown', first, true);
  page.body.addEventListener('keydown', last);
  return () => {
    page.defaultView?.removeEventListener('keydown', first, true);
    page.body.removeEventListener('keydown', last);
  };
}
