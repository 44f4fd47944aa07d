import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useRemovalFocus } from '../../components/use-removal-focus.ts';
import type { TypeFormProps } from '../../question-types/components/type-props.ts';
import { pairsOf, type QuestionOption } from '../../question-types/rules.ts';
import { freeOptionId, keyAs, MAX_OPTIONS } from '../../rules.ts';
import { type LabelPlace, labelsOf, placeOf } from '../rules.ts';
import { usePlaceWords } from './hotspot-view.tsx';
import { PictureFrame, PlaceHandle } from './picture-frame.tsx';
import { PictureSource } from './picture-source.tsx';

/** An image, its places with the label of each, and labels that fit no place. */
export function LabelsForm({ question, error, onChange }: TypeFormProps) {
  const { t } = useTranslation('quizzes');
  const { parts, figure } = question;
  const { list, remove } = useRemovalFocus<HTMLFieldSetElement>();
  const { pairs, extras } = pairsOf(parts, question.options, keyAs('labels', question));
  const places = pairs.map((pair) => {
    const { x = 50, y = 50 } = parts.rows?.find(({ id }) => id === pair.id) ?? {};
    return { ...pair, x, y };
  });
  function set(nextPlaces: readonly LabelPlace[], nextExtras: readonly QuestionOption[]) {
    const { rows, ...matching } = labelsOf(nextPlaces, nextExtras);
    onChange({ ...question, ...matching, parts: { ...parts, rows } });
  }
  const isFull = places.length + extras.length >= MAX_OPTIONS;
  return (
    <div className="grid gap-4">
      <PictureSource question={question} error={error} onChange={onChange} />
      <fieldset ref={list} className="grid gap-2">
        <legend className="field-label mb-1">{t('form.places')}</legend>
        <p className="help">{t('form.placesHelp')}</p>
        <PlacesOnImage question={question} places={places} onPlaces={(next) => set(next, extras)} onChange={onChange} />
        {places.map((place, at) => (
          <PlaceRow
            key={place.id}
            place={place}
            number={at + 1}
            onChange={(next) => set(places.with(at, next), extras)}
            onRemove={() => remove(at, () => set(places.toSpliced(at, 1), extras))}
          />
        ))}
        <ExtraLabels
          extras={extras}
          onChange={(next) => set(places, next)}
          onRemove={(at) => remove(places.length + at, () => set(places, extras.toSpliced(at, 1)))}
        />
        {error('labels') && (
          <p role="alert" className="field-error">
            {error('labels')}
          </p>
        )}
        <AddButtons
          isDisabled={isFull || !figure}
          onPlace={() => set([...places, newPlace(places)], extras)}
          onExtra={() => set(places, [...extras, { id: '', text: '' }])}
        />
      </fieldset>
    </div>
  );
}

function AddButtons({
  isDisabled,
  onPlace,
  onExtra,
}: {
  isDisabled: boolean;
  onPlace: () => void;
  onExtra: () => void;
}) {
  const { t } = useTranslation('quizzes');
  return (
    <div className="row flex-wrap">
      <Button variant="quiet" size="sm" icon={Plus} isDisabled={isDisabled} onPress={onPlace}>
        {t('form.addPlace')}
      </Button>
      <Button variant="quiet" size="sm" icon={Plus} isDisabled={isDisabled} onPress={onExtra}>
        {t('form.addExtraLabel')}
      </Button>
    </div>
  );
}

/** Each new place stands beside the one before, not on it. */
function newPlace(places: readonly LabelPlace[]): LabelPlace {
  const at = placeOf(20 + ((places.length * 15) % 75), 20 + ((places.length * 10) % 60));
  return { id: freeOptionId(places), row: '', match: '', ...at };
}

/** The image with its places, to be moved. */
function PlacesOnImage({
  question,
  places,
  onPlaces,
  onChange,
}: Pick<TypeFormProps, 'question' | 'onChange'> & {
  places: readonly LabelPlace[];
  onPlaces: (places: readonly LabelPlace[]) => void;
}) {
  const { t } = useTranslation('quizzes');
  const words = usePlaceWords();
  const { parts, figure } = question;
  if (!figure) return null;
  return (
    <PictureFrame
      figure={figure}
      ratio={parts.ratio}
      onRatio={(ratio) => ratio !== parts.ratio && onChange({ ...question, parts: { ...parts, ratio } })}
    >
      {places.map((place, at) => (
        <PlaceHandle
          key={place.id}
          place={place}
          label={t('form.placeAt', { number: at + 1, ...words(place) })}
          onMove={(next) => onPlaces(places.with(at, { ...place, ...next }))}
        >
          {at + 1}
        </PlaceHandle>
      ))}
    </PictureFrame>
  );
}

function PlaceRow({
  place,
  number,
  onChange,
  onRemove,
}: {
  place: LabelPlace;
  number: number;
  onChange: (place: LabelPlace) => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation('quizzes');
  return (
    <div className="flex items-end gap-2">
      <span className="grid flex-1 gap-2 sm:grid-cols-2">
        <TextField
          label={t('form.placeText', { number })}
          value={place.row}
          maxLength={500}
          onChange={(row) => onChange({ ...place, row })}
        />
        <TextField
          label={t('form.placeLabel', { number })}
          value={place.match}
          maxLength={500}
          onChange={(match) => onChange({ ...place, match })}
        />
      </span>
      <IconButton
        data-remove
        label={t('form.remove', { name: t('question.place', { number }) })}
        icon={X}
        size="sm"
        onPress={onRemove}
      />
    </div>
  );
}

/** Labels that fit no place. */
function ExtraLabels({
  extras,
  onChange,
  onRemove,
}: {
  extras: readonly QuestionOption[];
  onChange: (extras: readonly QuestionOption[]) => void;
  onRemove: (at: number) => void;
}) {
  const { t } = useTranslation('quizzes');
  return extras.map((extra, at) => (
    <div key={extra.id} className="flex items-end gap-2">
      <TextField
        label={t('form.extraLabel', { number: at + 1 })}
        value={extra.text}
        maxLength={500}
        className="flex-1"
        onChange={(text) => onChange(extras.with(at, { ...extra, text }))}
      />
      <IconButton
        data-remove
        label={t('form.remove', { name: t('form.extraLabel', { number: at + 1 }) })}
        icon={X}
        size="sm"
        onPress={() => onRemove(at)}
      />
    </div>
  ));
}
