import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { TextArea, TextField } from '#ui/fields/text-field.tsx';
import { useRemovalFocus } from '../../components/use-removal-focus.ts';
import type { TypeFormProps } from '../../question-types/components/type-props.ts';
import { freeOptionId, keyAs } from '../../rules.ts';
import {
  MAX_CORNERS,
  MAX_DESCRIPTION_LENGTH,
  MAX_REGIONS,
  newRegion,
  type Region,
  type RegionShape,
  withCorner,
  withMoved,
} from '../rules.ts';
import { usePlaceWords } from './hotspot-view.tsx';
import { PictureFrame, PlaceHandle, RegionShapes } from './picture-frame.tsx';
import { PictureSource } from './picture-source.tsx';

const shapes: readonly RegionShape[] = ['rectangle', 'circle', 'polygon'];

/** An image, what it shows in words, and the regions of it that are right. */
export function HotspotForm({ question, error, onChange }: TypeFormProps) {
  const { t } = useTranslation('quizzes');
  const { parts, figure } = question;
  const regions = keyAs('hotspot', question)?.regions ?? [];
  const { list, remove } = useRemovalFocus<HTMLFieldSetElement>();
  const [openId, setOpenId] = useState(regions[0]?.id);
  const setRegions = (next: readonly Region[]) => onChange({ ...question, answer: { regions: next } });
  const change = (next: Region) => setRegions(regions.map((region) => (region.id === next.id ? next : region)));
  function add(shape: RegionShape) {
    const region = newRegion(freeOptionId(regions), shape);
    setOpenId(region.id);
    setRegions([...regions, region]);
  }
  const open = regions.find(({ id }) => id === openId);
  return (
    <div className="grid gap-4">
      <PictureSource question={question} error={error} onChange={onChange} />
      <TextArea
        label={t('form.description')}
        description={t('form.descriptionHelp')}
        rows={3}
        maxLength={MAX_DESCRIPTION_LENGTH}
        value={parts.description ?? ''}
        errorMessage={error('description')}
        onChange={(description) => onChange({ ...question, parts: { ...parts, description } })}
      />
      <fieldset ref={list} className="grid gap-2">
        <legend className="field-label mb-1">{t('form.regions')}</legend>
        <p className="help">{t('form.regionsHelp')}</p>
        {figure && (
          <PictureFrame
            figure={figure}
            ratio={parts.ratio}
            onRatio={(ratio) => ratio !== parts.ratio && onChange({ ...question, parts: { ...parts, ratio } })}
          >
            <RegionShapes regions={regions} ratio={parts.ratio ?? 1} openId={openId} />
            {open && <Corners region={open} number={regions.indexOf(open) + 1} onChange={change} />}
          </PictureFrame>
        )}
        {regions.map((region, at) => (
          <RegionRow
            key={region.id}
            region={region}
            number={at + 1}
            onOpen={() => setOpenId(region.id)}
            onChange={change}
            onRemove={() => remove(at, () => setRegions(regions.toSpliced(at, 1)))}
          />
        ))}
        {error('regions') && (
          <p role="alert" className="field-error">
            {error('regions')}
          </p>
        )}
        <AddShapes isDisabled={!figure || regions.length >= MAX_REGIONS} onAdd={add} />
      </fieldset>
    </div>
  );
}

function AddShapes({ isDisabled, onAdd }: { isDisabled: boolean; onAdd: (shape: RegionShape) => void }) {
  const { t } = useTranslation('quizzes');
  return (
    <div className="row flex-wrap">
      {shapes.map((shape) => (
        <Button key={shape} variant="quiet" size="sm" icon={Plus} isDisabled={isDisabled} onPress={() => onAdd(shape)}>
          {t(`form.addShape.${shape}`)}
        </Button>
      ))}
    </div>
  );
}

/** The points of a region, to be moved. */
function Corners({ region, number, onChange }: { region: Region; number: number; onChange: (region: Region) => void }) {
  const { t } = useTranslation('quizzes');
  const words = usePlaceWords();
  const { points, shape } = region;
  return points.map(([x, y], at) => (
    <PlaceHandle
      // biome-ignore lint/suspicious/noArrayIndexKey: a corner is its place in the list
      key={at}
      isSmall
      place={{ x, y }}
      label={t('form.corner', { region: number, number: at + 1, ...words({ x, y }) })}
      onMove={(next) => onChange(withMoved(region, at, next))}
      onRemove={
        shape === 'polygon' && points.length > 3
          ? () => onChange({ ...region, points: points.toSpliced(at, 1) })
          : undefined
      }
    />
  ));
}

function RegionRow({
  region,
  number,
  onOpen,
  onChange,
  onRemove,
}: {
  region: Region;
  number: number;
  onOpen: () => void;
  onChange: (region: Region) => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation('quizzes');
  return (
    <div className="flex flex-wrap items-end gap-2" onFocusCapture={onOpen}>
      <TextField
        label={`${t('form.region', { number })} · ${t(`form.shape.${region.shape}`)}`}
        value={region.text}
        maxLength={500}
        className="min-w-40 flex-1"
        onChange={(text) => onChange({ ...region, text })}
      />
      {region.shape === 'polygon' && (
        <Button
          variant="quiet"
          size="sm"
          icon={Plus}
          isDisabled={region.points.length >= MAX_CORNERS}
          onPress={() => onChange(withCorner(region))}
        >
          {t('form.addCorner')}
        </Button>
      )}
      <IconButton
        data-remove
        label={t('form.remove', { name: t('form.region', { number }) })}
        icon={X}
        size="sm"
        onPress={onRemove}
      />
    </div>
  );
}
