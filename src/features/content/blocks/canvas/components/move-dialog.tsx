import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { Select } from '#ui/fields/select.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import type { BlockNode, BlockPosition, SlotTarget } from '../../document/rules.ts';

/** Label of a block: its type and the start of its text. */
export function useBlockName(nameOf: (type: string) => string): (block: BlockNode) => string {
  const { t } = useTranslation('blocks');
  return ({ type, props }) => {
    const source = [props.title, props.quote, props.caption].find(
      (value) => typeof value === 'string' && value.trim() !== '',
    );
    const text = typeof source === 'string' ? source.replace(/\s+/g, ' ').trim() : '';
    const short = text.length > 40 ? `${text.slice(0, 39)}…` : text;
    return short ? t('move.named', { kind: nameOf(type), words: short }) : nameOf(type);
  };
}

/** Label of a slot: the blocks around it and its name. */
function useRoomName(blockName: (block: BlockNode) => string): (room: SlotTarget) => string {
  const { t } = useTranslation('blocks');
  return ({ around }: SlotTarget) =>
    around.length === 0
      ? t('move.page')
      : around
          .map(({ block, slot }) => [blockName(block), ...(slot ? [t(`fields.${slot}`)] : [])].join(' › '))
          .join(' › ');
}

type MoveDialogProps = {
  moving: BlockNode;
  /** Its current position. */
  from: BlockPosition;
  rooms: SlotTarget[];
  nameOf: (type: string) => string;
  onClose: () => void;
  /** `where` is the label of the slot. */
  onMove: (to: BlockPosition, where: string) => void;
};

/** Moves a block to any slot and position of the page, by mouse and keyboard. */
export function MoveDialog({ moving, from, rooms, nameOf, onClose, onMove }: MoveDialogProps) {
  const { t } = useTranslation('blocks');
  const blockName = useBlockName(nameOf);
  const [zone, setZone] = useState(from.zone);
  const [index, setIndex] = useState(from.index);
  const room = rooms.find((candidate) => candidate.zone === zone);
  const roomName = useRoomName(blockName);
  if (!room) return null;
  const isThere = zone === from.zone && index === from.index;
  return (
    <Dialog
      title={t('move.title', { name: blockName(moving) })}
      isOpen
      isChanged={!isThere}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" type="submit" form="move-block" isDisabled={isThere}>
          {t('move.do')}
        </Button>
      }
    >
      <Form
        id="move-block"
        label={t('move.title', { name: blockName(moving) })}
        onSubmit={() => onMove({ zone, index }, roomName(room))}
      >
        <Select
          label={t('move.into')}
          options={rooms.map((option) => ({ id: option.zone, label: roomName(option) }))}
          value={zone}
          onChange={(next) => {
            setZone(next);
            setIndex(rooms.find((candidate) => candidate.zone === next)?.blocks.length ?? 0);
          }}
        />
        <Select
          label={t('move.place')}
          options={[
            { id: '0', label: t('move.first') },
            ...room.blocks.map((block, at) => ({
              id: `${at + 1}`,
              label: t('move.after', { name: blockName(block) }),
            })),
          ]}
          value={String(index)}
          onChange={(next) => setIndex(Number(next))}
        />
      </Form>
    </Dialog>
  );
}
