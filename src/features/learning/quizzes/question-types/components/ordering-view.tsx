import { ArrowDown, ArrowUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { ContentText } from '#ui/display/content-language.tsx';
import { SortableList } from '#ui/sorting/sortable-list.tsx';
import type { TypeViewProps } from './type-props.ts';

/** Items that are put in order: by dragging, by keyboard, or by the buttons of each. */
export function OrderingView({ question, answer, isDisabled, onAnswer }: TypeViewProps) {
  const { t } = useTranslation('quizzes');
  const order = Array.isArray(answer) ? answer : question.options.map(({ id }) => id);
  const items = order.flatMap((id) => question.options.filter((option) => option.id === id));
  function move(at: number, to: number) {
    const [id = ''] = order.slice(at, at + 1);
    onAnswer(order.toSpliced(at, 1).toSpliced(to, 0, id));
  }
  // A row is drawn anew only when its item changes: its place is part of it.
  const placed = items.map((item, at) => ({ ...item, at }));
  return (
    <div className="card p-1">
      <SortableList
        label={t('question.order')}
        items={placed}
        itemName={(item) => item.text}
        isDisabled={isDisabled}
        onReorder={(next) => onAnswer(next.map(({ id }) => id))}
      >
        {({ at, text }) => (
          <>
            <span className="num w-6 flex-none text-end text-ink-3">{at + 1}</span>
            <span className="flex-1 wrap-anywhere">
              <ContentText>{text}</ContentText>
            </span>
            <IconButton
              label={t('question.moveUp', { text })}
              icon={ArrowUp}
              size="sm"
              isDisabled={isDisabled || at === 0}
              onPress={() => move(at, at - 1)}
            />
            <IconButton
              label={t('question.moveDown', { text })}
              icon={ArrowDown}
              size="sm"
              isDisabled={isDisabled || at === items.length - 1}
              onPress={() => move(at, at + 1)}
            />
          </>
        )}
      </SortableList>
    </div>
  );
}
