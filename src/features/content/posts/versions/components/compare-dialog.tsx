import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { differingParts, mergedParts, type PartDifference, type Side, whereTheyPart } from '../rules.ts';

const MOST_LETTERS = 600;

/** A part of the content, with its label and how it is rendered when two drafts are compared side by side. */
export type Part<Written> = { id: keyof Written & string; name: string; words: (written: Written) => string };

type Compared<Written> = {
  title: string;
  sentence: string;
  parts: readonly Part<Written>[];
  one: Written;
  other: Written;
  /** Common base of both drafts, where it is known. */
  base: Written | null;
  labels: Record<Side, string>;
  /** Labels of the buttons that take one side as a whole. */
  takeLabels: Record<Side, string>;
  /** With it, each part can be chosen separately. */
  mergeLabel?: string;
  onClose: () => void;
  onChoose: (written: Written, side: Side | 'both') => void;
};

/** Compares two drafts side by side, part by part: read only, to choose one, or to merge them. */
export function CompareDialog<Written extends object>(props: Compared<Written>) {
  const { parts, one, other, base, labels, takeLabels, mergeLabel, onChoose } = props;
  const { t } = useTranslation('posts');
  const differences = differingParts(
    parts.map(({ id }) => id),
    one,
    other,
    base,
  );
  const [choice, setChoice] = useState<Map<keyof Written, Side>>(
    () => new Map(differences.map(({ part, changedBy }) => [part, changedBy === 'other' ? 'other' : 'one'])),
  );
  return (
    <Dialog
      title={props.title}
      isOpen
      isWide
      isDismissable={!mergeLabel}
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      footer={
        <>
          <Button variant="quiet" onPress={() => onChoose(other, 'other')}>
            {takeLabels.other}
          </Button>
          <Button onPress={() => onChoose(one, 'one')}>{takeLabels.one}</Button>
          {mergeLabel ? (
            <Button variant="primary" onPress={() => onChoose(mergedParts(one, other, choice), 'both')}>
              {mergeLabel}
            </Button>
          ) : null}
        </>
      }
    >
      <p className="muted">{props.sentence}</p>
      {differences.length === 0 ? <p>{t('compare.same')}</p> : null}
      <ul className="compare">
        {parts.map((part) => {
          const difference = differences.find((one) => one.part === part.id);
          return difference ? (
            <PartRow
              key={part.id}
              part={part}
              changedBy={difference.changedBy}
              one={one}
              other={other}
              labels={labels}
              chosen={mergeLabel ? (choice.get(part.id) ?? 'one') : null}
              onChoose={(side) => setChoice(new Map(choice).set(part.id, side))}
            />
          ) : null;
        })}
      </ul>
    </Dialog>
  );
}

function PartRow<Written>({
  part,
  changedBy,
  one,
  other,
  labels,
  chosen,
  onChoose,
}: {
  part: Part<Written>;
  changedBy: PartDifference<unknown>['changedBy'];
  one: Written;
  other: Written;
  labels: Record<Side, string>;
  chosen: Side | null;
  onChoose: (side: Side) => void;
}) {
  const { t } = useTranslation('posts');
  const group = useId();
  const [ours, theirs] = whereTheyPart(part.words(one), part.words(other), MOST_LETTERS);
  const words = ours === theirs ? t('compare.otherwise') : null;
  const side = (which: Side, text: string) => {
    const body = (
      <>
        <span className="compare-side">{labels[which]}</span>
        <span dir="auto" className={text ? 'compare-words' : 'compare-words muted'}>
          {words ?? (text || t('compare.empty'))}
        </span>
      </>
    );
    if (chosen === null) return <div className="compare-card">{body}</div>;
    return (
      <label className="compare-card">
        <input type="radio" name={group} checked={chosen === which} onChange={() => onChoose(which)} />
        {body}
      </label>
    );
  };
  return (
    <li>
      <fieldset>
        <legend>
          <strong>{part.name}</strong>{' '}
          <span className="quiet">{t(changedBy === 'both' ? 'compare.changed' : `compare.by.${changedBy}`)}</span>
        </legend>
        <div className="compare-pair">
          {side('one', ours)}
          {side('other', theirs)}
        </div>
      </fieldset>
    </li>
  );
}
