import { ActionBar, createUsePuck } from '@puckeditor/core';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { PAGE_ZONE, type PageBlock, type PageData, type Place, placeBeside, slotOf } from '../rules.ts';
import { showBlock } from './canvas-document.ts';

const usePuck = createUsePuck();

/** Moves the chosen block a place up or down; each way is null where there is no further place. */
function useBlockMoves() {
  const data = usePuck((puck) => puck.appState.data) as unknown as PageData;
  const selector = usePuck((puck) => puck.appState.ui.itemSelector);
  const chosen = usePuck((puck) => puck.selectedItem) as unknown as PageBlock | null;
  const itemOf = usePuck((puck) => puck.getItemById);
  const selectorOf = usePuck((puck) => puck.getSelectorForId);
  const dispatch = usePuck((puck) => puck.dispatch);
  if (!chosen || !selector?.zone) return null;
  const at: Place = { zone: selector.zone, index: selector.index };
  const [aroundId = '', slot = ''] = at.zone.split(':');
  const parent = at.zone === PAGE_ZONE ? undefined : (itemOf(aroundId) as PageBlock | undefined);
  const count = parent ? slotOf(parent, slot).length : data.content.length;
  const way = (step: -1 | 1) => {
    const to = placeBeside(at, step, count, parent ? ((selectorOf(aroundId) as Place | undefined) ?? null) : null);
    if (!to) return null;
    return () => {
      dispatch({
        type: 'move',
        sourceZone: at.zone,
        sourceIndex: at.index,
        destinationZone: to.zone,
        destinationIndex: to.index,
      });
      dispatch({ type: 'setUi', ui: { itemSelector: to } });
      showBlock(chosen.props.id);
    };
  };
  return { id: chosen.props.id, up: way(-1), down: way(1) };
}

/** Over the fields of a block: to put it elsewhere without dragging it. */
export function BlockFields({ children }: { children: ReactNode }) {
  const { t } = useTranslation('pages');
  const moves = useBlockMoves();
  const [said, setSaid] = useState('');
  const button = (way: 'up' | 'down') => (
    <Button
      size="sm"
      icon={way === 'up' ? ArrowUp : ArrowDown}
      isDisabled={!moves?.[way]}
      onPress={() => {
        moves?.[way]?.();
        setSaid(t(way === 'up' ? 'words.movedUp' : 'words.movedDown'));
      }}
    >
      {t(way === 'up' ? 'words.moveUp' : 'words.moveDown')}
    </Button>
  );
  return (
    <>
      {moves ? (
        <div className="block-moves">
          {button('up')}
          {button('down')}
          <p className="vh" role="status">
            {said}
          </p>
        </div>
      ) : null}
      {children}
    </>
  );
}

/** What stands beside the chosen block in the page. */
export function BlockActions(props: { label?: string; children: ReactNode; parentAction: ReactNode }) {
  const { t } = useTranslation('pages');
  const moves = useBlockMoves();
  return (
    <ActionBar>
      <ActionBar.Group>
        {props.parentAction}
        {props.label ? <ActionBar.Label label={props.label} /> : null}
      </ActionBar.Group>
      <ActionBar.Group>
        {moves?.up ? (
          <ActionBar.Action onClick={moves.up} label={t('words.moveUp')}>
            <ArrowUp size={16} />
          </ActionBar.Action>
        ) : null}
        {moves?.down ? (
          <ActionBar.Action onClick={moves.down} label={t('words.moveDown')}>
            <ArrowDown size={16} />
          </ActionBar.Action>
        ) : null}
        {props.children}
      </ActionBar.Group>
    </ActionBar>
  );
}
