import { ChevronDown, MapPinPlus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatPercent } from '#base/shared/formats.ts';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { ContentText } from '#ui/display/content-language.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import { useRemovalFocus } from '../../components/use-removal-focus.ts';
import type { TypeViewProps } from '../../question-types/components/type-props.ts';
import { isMarkers, type Place, placeOf } from '../rules.ts';
import { PictureFrame, PlaceHandle } from './picture-frame.tsx';

/** Says in words where a place is. */
export function usePlaceWords(): (place: Place) => { x: string; y: string } {
  const { locale } = useLocale();
  return ({ x, y }) => ({ x: formatPercent(Math.round(x), locale), y: formatPercent(Math.round(y), locale) });
}

/** Markers that are placed on an image: by pressing and dragging, or by buttons and arrow keys. */
export function HotspotView({ question, answer, isDisabled, onType }: TypeViewProps) {
  const { t } = useTranslation('quizzes');
  const words = usePlaceWords();
  const { list: frame, remove } = useRemovalFocus<HTMLDivElement>();
  const { ratio, description, markers: total = 1 } = question.parts;
  const markers = isMarkers(answer) ? answer.markers : [];
  const set = (next: readonly Place[]) => onType(next.length === 0 ? null : { markers: next });
  const move = (at: number, place: Place) => set(markers.with(at, place));
  const without = (at: number) => () => set(markers.toSpliced(at, 1));
  const isFull = markers.length >= total;
  function press(place: Place) {
    if (isDisabled) return;
    if (!isFull) return set([...markers, place]);
    // With all of them placed the nearest one moves.
    const far = markers.map(({ x, y }) => Math.hypot(x - place.x, y - place.y));
    move(far.indexOf(Math.min(...far)), place);
  }
  function add() {
    set([...markers, placeOf(50, 50)]);
    requestAnimationFrame(() =>
      frame.current?.querySelector<HTMLElement>('[data-markers] > button:last-of-type')?.focus(),
    );
  }
  return (
    <div ref={frame} className="grid gap-4">
      <p className="help">{t('question.markerHelp')}</p>
      {question.figure && (
        <PictureFrame figure={question.figure} ratio={ratio} onPress={press}>
          <div data-markers className="contents">
            {markers.map((place, at) => (
              <PlaceHandle
                // biome-ignore lint/suspicious/noArrayIndexKey: a marker is its number
                key={at}
                place={place}
                label={t('question.marker', { number: at + 1, ...words(place) })}
                isDisabled={isDisabled}
                onMove={(next) => move(at, next)}
                onRemove={() => remove(at, without(at), '[data-markers] > button')}
              >
                {at + 1}
              </PlaceHandle>
            ))}
          </div>
        </PictureFrame>
      )}
      <div className="row flex-wrap">
        <Button icon={MapPinPlus} isDisabled={isDisabled || isFull} onPress={add}>
          {t('question.addMarker')}
        </Button>
        <span className="help" role="status">
          {t('question.placed', { number: markers.length, total })}
        </span>
      </div>
      <MarkerList markers={markers} isDisabled={isDisabled} onRemove={(at) => remove(at, without(at))} />
      {description && <ImageInWords>{description}</ImageInWords>}
    </div>
  );
}

/** The markers in words, each to be removed. */
function MarkerList({
  markers,
  isDisabled,
  onRemove,
}: {
  markers: readonly Place[];
  isDisabled: boolean;
  onRemove: (at: number) => void;
}) {
  const { t } = useTranslation('quizzes');
  const words = usePlaceWords();
  return (
    <ol className="grid gap-1 text-sm empty:hidden">
      {markers.map((place, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a marker is its number
        <li key={at} className="row">
          <span className="num flex-1">{t('question.marker', { number: at + 1, ...words(place) })}</span>
          <IconButton
            data-remove
            label={t('question.removeMarker', { number: at + 1 })}
            icon={X}
            size="sm"
            isDisabled={isDisabled}
            onPress={() => onRemove(at)}
          />
        </li>
      ))}
    </ol>
  );
}

/** What an image shows, for who can’t see it. */
function ImageInWords({ children }: { children: string }) {
  const { t } = useTranslation('quizzes');
  return (
    <details className="fold border-b-0">
      <summary className="text-sm">
        {t('question.imageInWords')}
        <ChevronDown aria-hidden="true" className="size-4" />
      </summary>
      <p className="max-w-prose whitespace-pre-line">
        <ContentText isApart>{children}</ContentText>
      </p>
    </details>
  );
}
