import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { diffExcerpts, differingParts, mergeParts, type PartDifference, type Side } from '../rules.ts';

const MAX_CHARACTERS = 600;

/** A part of the content, with its label and how it is rendered when two drafts are compared side by side. */
export type Part<ContentText> = {
  id: keyof ContentText & string;
  name: string;
  textOf: (written: ContentText) => string;
};

type Compared<ContentText> = {
  title: string;
  sentence: string;
  parts: readonly Part<ContentText>[];
  first: ContentText;
  second: ContentText;
  /** Common base of both drafts, where it is known. */
  base: ContentText | null;
  labels: Record<Side, string>;
  /** Labels of the buttons that take one side as a whole. */
  takeLabels: Record<Side, string>;
  /** With it, each part can be chosen separately. */
  mergeLabel?: string;
  onClose: () => void;
  onChoose: (written: ContentText, side: Side | 'both') => void;
};

/** Compares two drafts side by side, part by part: read only, to choose one, or to merge them. */
export function CompareDialog<ContentText extends object>(props: Compared<ContentText>) {
  const { parts, first, second, base, labels, takeLabels, mergeLabel, onChoose } = props;
  const { t } = useTranslation('posts');
  const differences = differingParts(
    parts.map(({ id }) => id),
    first,
    second,
    base,
  );
  const [choice, setChoice] = useState<Map<keyof ContentText, Side>>(
    () => new Map(differences.map(({ part, changedBy }) => [part, changedBy === 'second' ? 'second' : 'first'])),
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
          <Button variant="quiet" onPress={() => onChoose(second, 'second')}>
            {takeLabels.second}
          </Button>
          <Button onPress={() => onChoose(first, 'first')}>{takeLabels.first}</Button>
          {mergeLabel ? (
            <Button variant="primary" onPress={() => onChoose(mergeParts(first, second, choice), 'both')}>
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
          const difference = differences.find((candidate) => candidate.part === part.id);
          return difference ? (
            <PartRow
              key={part.id}
              part={part}
              changedBy={difference.changedBy}
              first={first}
              second={second}
              labels={labels}
              chosen={mergeLabel ? (choice.get(part.id) ?? 'first') : null}
              onChoose={(side) => setChoice(new Map(choice).set(part.id, side))}
            />
          ) : null;
        })}
      </ul>
    </Dialog>
  );
}

function PartRow<ContentText>({
  part,
  changedBy,
  first,
  second,
  labels,
  chosen,
  onChoose,
}: {
  part: Part<ContentText>;
  changedBy: PartDifference<unknown>['changedBy'];
  first: ContentText;
  second: ContentText;
  labels: Record<Side, string>;
  chosen: Side | null;
  onChoose: (side: Side) => void;
}) {
  const { t } = useTranslation('posts');
  const group = useId();
  const [firstText, secondText] = diffExcerpts(part.textOf(first), part.textOf(second), MAX_CHARACTERS);
  const note = firstText === secondText ? t('compare.otherwise') : null;
  const side = (value: Side, text: string) => {
    const body = (
      <>
        <span className="compare-side">{labels[value]}</span>
        <span dir="auto" className={text ? 'compare-words' : 'compare-words muted'}>
          {note ?? (text || t('compare.empty'))}
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
          <strong>{part.name}</strong>{' '}
          <span className="quiet">{t(changedBy === 'both' ? 'compare.changed' : `compare.by.${changedBy}`)}</span>
        </legend>
        <div className="compare-pair">
          {side('first', firstText)}
          {side('second', secondText)}
        </div>
      </fieldset>
    </li>
  );
}
