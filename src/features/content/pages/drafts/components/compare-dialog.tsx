import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocks } from '#features/content/blocks/components/blocks-context.tsx';
import type { BlockNode } from '#features/content/blocks/document/rules.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { type Difference, type Draft, draftDifferences, HEAD, mergeDrafts, textOf } from '../rules.ts';

type Side = 'first' | 'second';
export type CompareProps = {
  title: string;
  sentence: string;
  first: Draft;
  second: Draft;
  /** Common base of both drafts, where it is known. */
  base: Draft | null;
  labels: Record<Side, string>;
  /** Label of the button that takes one side as a whole; without it the dialog is read only. */
  takeLabels?: Record<Side, string>;
  mergeLabel?: string;
  onClose: () => void;
  onChoose: (draft: Draft) => void;
};

/** Compares two drafts of a page side by side, block by block: read only, to choose one, or to merge them. */
export function CompareDialog(props: CompareProps) {
  const { first, second, base, labels, takeLabels, mergeLabel, onChoose } = props;
  const { t } = useTranslation('pages');
  const differences = draftDifferences(first, second, base);
  const [choice, setChoice] = useState<Map<string, Side>>(
    () => new Map(differences.map(({ id, changedBy }) => [id, changedBy === 'second' ? 'second' : 'first'])),
  );
  return (
    <Dialog
      title={props.title}
      isOpen
      isWide
      isDismissable={false}
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      footer={
        <>
          {takeLabels ? (
            <>
              <Button variant="quiet" onPress={() => onChoose(second)}>
                {takeLabels.second}
              </Button>
              <Button onPress={() => onChoose(first)}>{takeLabels.first}</Button>
            </>
          ) : null}
          {mergeLabel ? (
            <Button variant="primary" onPress={() => onChoose(mergeDrafts(first, second, choice))}>
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
          <DifferenceRow
            key={difference.id}
            difference={difference}
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
  difference,
  labels,
  chosen,
  onChoose,
}: {
  difference: Difference;
  labels: Record<Side, string>;
  chosen: Side | null;
  onChoose: (side: Side) => void;
}) {
  const { t, i18n } = useTranslation('pages');
  const blocks = useBlocks();
  const group = useId();
  const definition = blocks[difference.type];
  const name = definition
    ? i18n.t(`blocks.${difference.type}.name`, { ns: definition.strings })
    : t(difference.type === HEAD ? 'checks.page' : 'blocks.Unknown.name');
  const side = (value: Side, block: BlockNode | null) => {
    const text = block
      ? difference.first && difference.second
        ? textOf(Object.fromEntries(difference.fields.map((field) => [field, block.props[field]])))
        : textOf(block.props)
      : '';
    const body = (
      <>
        <span className="compare-side">{labels[value]}</span>
        <span dir="auto" className={block ? 'compare-words' : 'compare-words muted'}>
          {block ? text.slice(0, 400) || t('compare.otherwise') : t('compare.notThere')}
        </span>
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
  return (
    <li>
      <fieldset>
        <legend>
          <strong>{name}</strong> <span className="quiet">{t(stateOf(difference))}</span>
        </legend>
        <div className="compare-pair">
          {side('first', difference.first)}
          {side('second', difference.second)}
        </div>
      </fieldset>
    </li>
  );
}

function stateOf({ first, second, changedBy }: Difference) {
  if (!first || !second) return 'compare.onlyOne';
  return changedBy === 'both' ? 'compare.changed' : `compare.by.${changedBy}`;
}
