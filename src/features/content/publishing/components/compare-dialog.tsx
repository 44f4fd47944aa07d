import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import type { Comparison, Difference, Side } from '../rules.ts';

type CompareDialogProps<Content> = {
  title: string;
  sentence: string;
  comparison: Comparison<Content>;
  first: Content;
  second: Content;
  /** Common base of both, where it is known. */
  base: Content | null;
  labels: Record<Side, string>;
  /** Labels of the buttons that take one side as a whole. */
  takeLabels: Record<Side, string>;
  /** With it, each difference can be chosen separately. */
  mergeLabel?: string;
  onClose: () => void;
  onChoose: (content: Content, side: Side | 'both') => void;
};

/** Compares two states side by side, field by field: to choose one of them, or to merge both. */
export function CompareDialog<Content>({
  title,
  sentence,
  comparison,
  first,
  second,
  base,
  labels,
  takeLabels,
  mergeLabel,
  onClose,
  onChoose,
}: CompareDialogProps<Content>) {
  const { t } = useTranslation('publishing');
  const differences = comparison.differences(first, second, base);
  const [choice, setChoice] = useState<Map<string, Side>>(
    () => new Map(differences.map(({ id, changedBy }) => [id, changedBy === 'second' ? 'second' : 'first'])),
  );
  return (
    <Dialog
      title={title}
      isOpen
      isWide
      isDismissable={!mergeLabel}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button variant="quiet" onPress={() => onChoose(second, 'second')}>
            {takeLabels.second}
          </Button>
          <Button onPress={() => onChoose(first, 'first')}>{takeLabels.first}</Button>
          {mergeLabel ? (
            <Button variant="primary" onPress={() => onChoose(comparison.merge(first, second, choice), 'both')}>
              {mergeLabel}
            </Button>
          ) : null}
        </>
      }
    >
      <p className="muted">{sentence}</p>
      {differences.length === 0 ? <p>{t('compare.same')}</p> : null}
      <ul className="compare">
        {differences.map((difference) => (
          <DifferenceRow
            key={difference.id}
            difference={difference}
            isBaseKnown={base !== null}
            labels={labels}
            chosen={mergeLabel ? (choice.get(difference.id) ?? 'first') : null}
            onChoose={(side) => setChoice(new Map(choice).set(difference.id, side))}
          />
        ))}
      </ul>
    </Dialog>
  );
}

function DifferenceRow({
  difference: { name, changedBy, onlyIn, fields },
  isBaseKnown,
  labels,
  chosen,
  onChoose,
}: {
  difference: Difference;
  /** Who changed what is only known by what both began from. */
  isBaseKnown: boolean;
  labels: Record<Side, string>;
  chosen: Side | null;
  onChoose: (side: Side) => void;
}) {
  const { t } = useTranslation('publishing');
  const group = useId();
  const side = (value: Side) => {
    const body = (
      <>
        <span className="compare-side">{labels[value]}</span>
        {onlyIn && onlyIn !== value ? (
          <span className="compare-words muted">{t('compare.notThere')}</span>
        ) : (
          fields.map((field) => (
            <span key={field.name} dir="auto" className={field[value] ? 'compare-words' : 'compare-words muted'}>
              {field.name ? <span className="quiet block">{field.name}</span> : null}
              {field.first === field.second ? t('compare.otherwise') : field[value] || t('compare.empty')}
            </span>
          ))
        )}
      </>
    );
    if (chosen === null) return <div className="compare-card">{body}</div>;
    return (
      <label className="compare-card">
        <input type="radio" name={group} checked={chosen === value} onChange={() => onChoose(value)} />
        {body}
      </label>
    );
  };
  const state = onlyIn ? 'compare.onlyOne' : changedBy === 'both' ? 'compare.changed' : `compare.by.${changedBy}`;
  return (
    <li>
      <fieldset>
        <legend>
          <strong>{name}</strong> {onlyIn || isBaseKnown ? <span className="quiet">{t(state)}</span> : null}
        </legend>
        <div className="compare-pair">
          {side('first')}
          {side('second')}
        </div>
      </fieldset>
    </li>
  );
}
