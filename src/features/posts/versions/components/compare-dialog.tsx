import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import type { Written } from '../../data.ts';
import {
  differingParts,
  mergedParts,
  type Part,
  type PartDifference,
  partWords,
  type Side,
  whereTheyPart,
} from '../rules.ts';

const MOST_LETTERS = 600;

type Compared = {
  title: string;
  sentence: string;
  one: Written;
  other: Written;
  /** What both began from, where it is known. */
  base: Written | null;
  labels: Record<Side, string>;
  /** Words of the buttons that take one side whole. */
  takeLabels: Record<Side, string>;
  /** With it, each part is chosen by itself. */
  mergeLabel?: string;
  onClose: () => void;
  onChoose: (written: Written, side: Side | 'both') => void;
};

/** Two drafts of a post side by side, part by part: for looking, for choosing one, or for taking the better of both. */
export function CompareDialog(props: Compared) {
  const { one, other, base, labels, takeLabels, mergeLabel, onChoose } = props;
  const { t } = useTranslation('posts');
  const differences = differingParts(one, other, base);
  const [choice, setChoice] = useState<Map<Part, Side>>(
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
        {differences.map((difference) => (
          <PartRow
            key={difference.part}
            difference={difference}
            one={one}
            other={other}
            labels={labels}
            chosen={mergeLabel ? (choice.get(difference.part) ?? 'one') : null}
            onChoose={(side) => setChoice(new Map(choice).set(difference.part, side))}
          />
        ))}
      </ul>
    </Dialog>
  );
}

function PartRow({
  difference: { part, changedBy },
  one,
  other,
  labels,
  chosen,
  onChoose,
}: {
  difference: PartDifference;
  one: Written;
  other: Written;
  labels: Record<Side, string>;
  chosen: Side | null;
  onChoose: (side: Side) => void;
}) {
  const { t } = useTranslation('posts');
  const group = useId();
  const [ours, theirs] = whereTheyPart(partWords(one, part), partWords(other, part), MOST_LETTERS);
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
          <strong>{t(part === 'settings' ? 'compare.settings' : `editor.${part}`)}</strong>{' '}
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
