import { createUsePuck } from '@puckeditor/core';
import type { BlockDocument, BlockNode } from '../../document/rules.ts';
import { useSteps } from '../../history/components/use-steps.ts';
import { scrollToBlock } from './canvas-document.ts';

const usePuck = createUsePuck();

/** The document as it is in the canvas, and what a bar above it may do with it. */
export function useCanvas() {
  const dispatch = usePuck((puck) => puck.dispatch);
  const document = usePuck((puck) => puck.appState.data);
  const selected = usePuck((puck) => puck.selectedItem);
  const selectorOf = usePuck((puck) => puck.getSelectorForId);
  const isPreview = usePuck((puck) => puck.appState.ui.previewMode === 'interactive');
  const { hasPast, hasFuture, go } = useSteps();
  const show = (preview: boolean) =>
    dispatch({
      type: 'setUi',
      ui: {
        previewMode: preview ? 'interactive' : 'edit',
        leftSideBarVisible: !preview,
        rightSideBarVisible: !preview,
        itemSelector: null,
      },
    });
  return {
    document,
    selected,
    isPreview,
    show,
    hasPast,
    hasFuture,
    /** Undo (-1) or redo (1). */
    go: (direction: -1 | 1) => go(direction, dispatch),
    replaceDocument: (next: BlockDocument) => dispatch({ type: 'setData', data: next, recordHistory: true }),
    /** Puts a block in the place of the one with its id; false where that is gone. */
    replaceBlock(block: BlockNode): boolean {
      const selector = selectorOf(block.props.id);
      if (!selector) return false;
      dispatch({
        type: 'replace',
        destinationIndex: selector.index,
        destinationZone: selector.zone,
        data: block,
      });
      return true;
    },
    /** Selects a block and scrolls to it; false where it is gone. */
    jumpTo(id: string): boolean {
      const itemSelector = selectorOf(id);
      if (!itemSelector) return false;
      show(false);
      dispatch({ type: 'setUi', ui: { itemSelector } });
      scrollToBlock(id);
      return true;
    },
  };
}
