import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { Select } from '#ui/fields/select.tsx';
import { useCategoryOptions } from '../../bank/components/use-category-options.ts';
import { bankTagsQuery } from '../../bank/data.ts';
import { useRemovalFocus } from '../../components/use-removal-focus.ts';
import type { QuizDraw } from '../../data.ts';

const MAX_DRAWS = 20;
const ANY = 'any';

type DrawsEditorProps = { courseId: string; draws: QuizDraw[]; onChange: (draws: QuizDraw[]) => void };

/** What each attempt draws from the question bank of the course. */
export function DrawsEditor({ courseId, draws, onChange }: DrawsEditorProps) {
  const { t } = useTranslation('quizzes');
  const { options } = useCategoryOptions(courseId);
  const tags = useTags(courseId);
  const { list, remove } = useRemovalFocus<HTMLElement>();
  const isBankSorted = options.length > 0 || tags.length > 0;
  const firstOf = (): QuizDraw => ({
    category_id: options[0]?.id ?? null,
    tag: options[0] ? null : (tags[0] ?? null),
    amount: 1,
    points: 1,
  });
  return (
    <section ref={list} className="@container grid gap-3" aria-labelledby="quiz-draws">
      <div>
        <h2 id="quiz-draws" className="text-sm font-semibold">
          {t('draw.title')}
        </h2>
        <p className="help">
          {t(isBankSorted || draws.length > 0 ? 'draw.text' : 'draw.none')}{' '}
          <a className="link" href={paths.questionBank()}>
            {t('bank.title')}
          </a>
        </p>
      </div>
      {draws.map((draw, at) => (
        <DrawRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a draw is its place
          key={at}
          number={at + 1}
          draw={draw}
          categories={options}
          tags={tags}
          onChange={(next) => onChange(draws.map((item, index) => (index === at ? next : item)))}
          onRemove={() => remove(at, () => onChange(draws.filter((_, index) => index !== at)))}
        />
      ))}
      <div>
        <Button
          icon={Plus}
          isDisabled={!isBankSorted || draws.length >= MAX_DRAWS}
          onPress={() => onChange([...draws, firstOf()])}
        >
          {t('draw.add')}
        </Button>
      </div>
    </section>
  );
}

function useTags(courseId: string): string[] {
  const db = useDb();
  const { account_id } = useAccount();
  const tags = useQuery(bankTagsQuery(db, account_id));
  return (tags.data ?? []).filter(({ course_id }) => course_id === courseId).map(({ tag }) => tag);
}

type DrawRowProps = {
  number: number;
  draw: QuizDraw;
  categories: { id: string; label: string }[];
  tags: string[];
  onChange: (draw: QuizDraw) => void;
  onRemove: () => void;
};

function DrawRow({ number, draw, categories, tags, onChange, onRemove }: DrawRowProps) {
  const { t } = useTranslation('quizzes');
  const chosen = (id: string) => (id === ANY ? null : id);
  return (
    <fieldset className="card grid grid-cols-2 items-end gap-3 p-4 @xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_6rem_6rem_auto]">
      <legend className="vh">{t('draw.of', { number })}</legend>
      <Select
        label={t('bank.category')}
        value={draw.category_id ?? ANY}
        options={[{ id: ANY, label: t('draw.anyCategory') }, ...categories]}
        onChange={(id) => onChange({ ...draw, category_id: chosen(id) })}
      />
      <Select
        label={t('bank.tag')}
        value={draw.tag ?? ANY}
        options={[{ id: ANY, label: t('draw.anyTag') }, ...tags.map((tag) => ({ id: tag, label: tag }))]}
        onChange={(id) => onChange({ ...draw, tag: chosen(id) })}
      />
      <NumberField
        label={t('draw.amount')}
        minValue={1}
        maxValue={50}
        fallback={1}
        value={draw.amount}
        onChange={(amount) => onChange({ ...draw, amount })}
      />
      <NumberField
        label={t('draw.points')}
        minValue={1}
        maxValue={100}
        fallback={1}
        value={draw.points}
        onChange={(points) => onChange({ ...draw, points })}
      />
      <IconButton
        data-remove
        label={t('form.remove', { name: t('draw.of', { number }) })}
        icon={Trash2}
        onPress={onRemove}
      />
    </fieldset>
  );
}
