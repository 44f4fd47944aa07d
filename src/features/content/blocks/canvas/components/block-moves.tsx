import { ActionBar, createUsePuck } from '@puckeditor/core';
import { ArrowDown, ArrowUp, CornerDownRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { useBlocks } from '../../components/blocks-context.tsx';
import {
  adjacentPosition,
  type BlockNode,
  type BlockPosition,
  PAGE_ZONE,
  slotOf,
  slotTargetsFor,
} from '../../document/rules.ts';
import { canvasDocument, scrollToBlock } from './canvas-document.ts';
import { MoveDialog } from './move-dialog.tsx';

const usePuck = createUsePuck();

/** Moves the selected block; up and down are null where it can't move further. */
function useBlockMoves() {
  const data = usePuck((puck) => puck.appState.data);
  const selector = usePuck((puck) => puck.appState.ui.itemSelector);
  const selected = usePuck((puck) => puck.selectedItem);
  const itemOf = usePuck((puck) => puck.getItemById);
  const selectorOf = usePuck((puck) => puck.getSelectorForId);
  const dispatch = usePuck((puck) => puck.dispatch);
  if (!selected || !selector?.zone) return null;
  const at: BlockPosition = { zone: selector.zone, index: selector.index };
  const [aroundId = '', slot = ''] = at.zone.split(':');
  const parent = at.zone === PAGE_ZONE ? undefined : (itemOf(aroundId) as BlockNode | undefined);
  const count = parent ? slotOf(parent, slot).length : data.content.length;
  const moveTo = (target: BlockPosition) => {
    dispatch({
      type: 'move',
      sourceZone: at.zone,
      sourceIndex: at.index,
      destinationZone: target.zone,
      destinationIndex: target.index,
    });
    dispatch({ type: 'setUi', ui: { itemSelector: target } });
    scrollToBlock(selected.props.id);
  };
  const moveBy = (step: -1 | 1) => {
    const target = adjacentPosition(
      at,
      step,
      count,
      parent ? ((selectorOf(aroundId) as BlockPosition | undefined) ?? null) : null,
    );
    return target && (() => moveTo(target));
  };
  return { selected, at, data, up: moveBy(-1), down: moveBy(1), moveTo };
}

type BlockMoves = NonNullable<ReturnType<typeof useBlockMoves>>;

/** Above the fields of a block: moves it without drag and drop. */
export function BlockFields({ children }: { children: ReactNode }) {
  const { t } = useTranslation('blocks');
  const moves = useBlockMoves();
  const [announcement, setSaid] = useState('');
  const [isOpen, setOpen] = useState(false);
  const button = (direction: 'up' | 'down') => (
    <Button
      size="sm"
      icon={direction === 'up' ? ArrowUp : ArrowDown}
      isDisabled={!moves?.[direction]}
      onPress={() => {
        moves?.[direction]?.();
        setSaid(t(direction === 'up' ? 'words.movedUp' : 'words.movedDown'));
      }}
    >
      {t(direction === 'up' ? 'words.moveUp' : 'words.moveDown')}
    </Button>
  );
  return (
    <>
      {moves ? (
        <div className="block-moves">
          {button('up')}
          {button('down')}
          <Button size="sm" icon={CornerDownRight} onPress={() => setOpen(true)}>
            {t('move.button')}
          </Button>
          <p className="vh" role="status">
            {announcement}
          </p>
          {isOpen ? (
            <MoveElsewhere
              moves={moves}
              onClose={() => setOpen(false)}
              onMoved={(name, where) => setSaid(t('move.moved', { name, where }))}
            />
          ) : null}
        </div>
      ) : null}
      {children}
    </>
  );
}

function MoveElsewhere(props: {
  moves: BlockMoves;
  onClose: () => void;
  onMoved: (name: string, where: string) => void;
}) {
  const { selected, at, data, moveTo } = props.moves;
  const definitions = useBlocks();
  const config = usePuck((puck) => puck.config);
  const nameOf = (type: string) => config.components[type]?.label ?? type;
  const isShown = (zone: string) =>
    Boolean(canvasDocument()?.querySelector(`[data-puck-dropzone="${CSS.escape(zone)}"]`));
  return (
    <MoveDialog
      moving={selected}
      from={at}
      rooms={slotTargetsFor(selected, data, definitions, isShown)}
      nameOf={nameOf}
      onClose={props.onClose}
      onMove={(target, where) => {
        props.onClose();
        moveTo(target);
        props.onMoved(nameOf(selected.type), where);
      }}
    />
  );
}

/** The siblings of the selected block. */
export function BlockActions(props: { label?: string; children: ReactNode; parentAction: ReactNode }) {
  const { t } = useTranslation('blocks');
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
