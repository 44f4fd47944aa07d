import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { ContentText, useContentAttributes } from '#ui/display/content-language.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useRemovalFocus } from '../../components/use-removal-focus.ts';
import { freeOptionId, keyAs, MAX_OPTIONS } from '../../rules.ts';
import { matchingOf, type Pair, type PairsAnswer, pairsOf, type QuestionOption } from '../rules.ts';
import type { TypeFormProps, TypeViewProps } from './type-props.ts';

/** Rows with what matches each, and matches that fit no row. */
export function MatchingForm({ question, error, onChange }: TypeFormProps) {
  const { t } = useTranslation('quizzes');
  const { pairs, extras } = pairsOf(question.parts, question.options, keyAs('matching', question));
  const set = (nextPairs: readonly Pair[], nextExtras: readonly QuestionOption[]) =>
    onChange({ ...question, ...matchingOf(nextPairs, nextExtras) });
  const { list, remove } = useRemovalFocus<HTMLFieldSetElement>();
  const message = error('pairs', 'optionTwice');
  const isFull = pairs.length + extras.length >= MAX_OPTIONS;
  return (
    <fieldset ref={list} className="grid gap-2">
      <legend className="field-label mb-1">{t('form.pairs')}</legend>
      <p className="help">{t('form.pairsHelp')}</p>
      {pairs.map((pair, at) => (
        <PairRow
          key={pair.id}
          pair={pair}
          number={at + 1}
          isLast={pairs.length <= 2}
          onChange={(next) => set(pairs.with(at, next), extras)}
          onRemove={() => remove(at, () => set(pairs.toSpliced(at, 1), extras))}
        />
      ))}
      <Extras
        extras={extras}
        onChange={(next) => set(pairs, next)}
        // The buttons of the last two pairs can't be pressed, and are not counted.
        onRemove={(at) => remove(pairs.length > 2 ? pairs.length + at : at, () => set(pairs, extras.toSpliced(at, 1)))}
      />
      {message && (
        <p role="alert" className="field-error">
          {message}
        </p>
      )}
      <div className="row flex-wrap">
        <Button
          variant="quiet"
          size="sm"
          icon={Plus}
          isDisabled={isFull}
          onPress={() => set([...pairs, { id: freeOptionId(pairs), row: '', match: '' }], extras)}
        >
          {t('form.addPair')}
        </Button>
        <Button
          variant="quiet"
          size="sm"
          icon={Plus}
          isDisabled={isFull}
          onPress={() => set(pairs, [...extras, { id: '', text: '' }])}
        >
          {t('form.addExtra')}
        </Button>
      </div>
    </fieldset>
  );
}

/** Matches that fit no row. */
function Extras({
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
    <div key={extra.id} className="flex items-center gap-2">
      <TextField
        label={<span className="vh">{t('form.extra', { number: at + 1 })}</span>}
        placeholder={t('form.extra', { number: at + 1 })}
        value={extra.text}
        maxLength={500}
        className="flex-1"
        onChange={(text) => onChange(extras.with(at, { ...extra, text }))}
      />
      <IconButton
        data-remove
        label={t('form.remove', { name: t('form.extra', { number: at + 1 }) })}
        icon={X}
        size="sm"
        onPress={() => onRemove(at)}
      />
    </div>
  ));
}

function PairRow({
  pair,
  number,
  isLast,
  onChange,
  onRemove,
}: {
  pair: Pair;
  number: number;
  isLast: boolean;
  onChange: (pair: Pair) => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation('quizzes');
  return (
    <div className="flex items-center gap-2">
      <span className="grid flex-1 gap-2 sm:grid-cols-2">
        <TextField
          label={<span className="vh">{t('form.row', { number })}</span>}
          placeholder={t('form.row', { number })}
          value={pair.row}
          maxLength={500}
          onChange={(row) => onChange({ ...pair, row })}
        />
        <TextField
          label={<span className="vh">{t('form.match', { number })}</span>}
          placeholder={t('form.match', { number })}
          value={pair.match}
          maxLength={500}
          onChange={(match) => onChange({ ...pair, match })}
        />
      </span>
      <IconButton
        data-remove
        label={t('form.remove', { name: t('form.row', { number }) })}
        icon={X}
        size="sm"
        isDisabled={isLast}
        onPress={onRemove}
      />
    </div>
  );
}

/** No id of an option. */
const NONE = '-';

/** Each row with a choice of what matches it. */
export function MatchingView({ question, answer, isDisabled, onAnswer }: TypeViewProps) {
  const { t } = useTranslation('quizzes');
  const { lang } = useContentAttributes();
  const pairs = isPairs(answer) ? answer : {};
  const options = [
    ...question.options.map(({ id, text }) => ({ id, label: text, ...(lang && { language: lang }) })),
    { id: NONE, label: t('question.noMatch') },
  ];
  return (
    <ul className="grid gap-3">
      {(question.parts.rows ?? []).map((row) => (
        <li key={row.id} className="grid items-center gap-2 sm:grid-cols-2 sm:gap-4">
          <span aria-hidden="true" className="wrap-anywhere">
            <ContentText>{row.text}</ContentText>
          </span>
          <Select
            label={<span className="vh">{row.text}</span>}
            value={pairs[row.id] ?? null}
            options={options}
            isDisabled={isDisabled}
            onChange={(id) => onAnswer(withPair(pairs, row.id, id === NONE ? '' : id))}
          />
        </li>
      ))}
    </ul>
  );
}

/** Pairs with one of them set, or removed by an empty text; null where none is left. */
export function withPair(pairs: PairsAnswer, id: string, text: string): PairsAnswer | null {
  const { [id]: _, ...others } = pairs;
  const next = text === '' ? others : { ...others, [id]: text };
  return Object.keys(next).length === 0 ? null : next;
}

export function isPairs(answer: unknown): answer is PairsAnswer {
  return typeof answer === 'object' && answer !== null && !Array.isArray(answer) && !('unit' in answer);
}
