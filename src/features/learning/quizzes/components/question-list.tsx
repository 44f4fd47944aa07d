import { ArrowDown, ArrowUp, Copy, Ellipsis, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { classNames } from '#ui/layout/class-names.ts';
import { MenuButton } from '#ui/overlays/menu.tsx';
import { SortableList } from '#ui/sorting/sortable-list.tsx';
import { type QuestionDraft, questionProblems } from '../rules.ts';
import { questionIcons } from './question-icons.ts';

type QuestionListProps = {
  questions: QuestionDraft[];
  openId: string | null;
  onOpen: (id: string) => void;
  onReorder: (questions: QuestionDraft[]) => void;
  onDuplicate: (question: QuestionDraft) => void;
  onMove: (question: QuestionDraft, by: 1 | -1) => void;
  onDelete: (question: QuestionDraft) => void;
};

/** The sortable list of questions, by mouse or keyboard; pressing one opens it. */
export function QuestionList({
  questions,
  openId,
  onOpen,
  onReorder,
  onDuplicate,
  onMove,
  onDelete,
}: QuestionListProps) {
  const { t } = useTranslation('quizzes');
  const nameOf = (question: QuestionDraft) => question.prompt.trim() || t('edit.untitled');
  const menuOf = (question: QuestionDraft, at: number) => [
    {
      id: 'order',
      items: [
        {
          id: 'up',
          label: t('edit.moveUp'),
          icon: ArrowUp,
          isDisabled: at === 0,
          onAction: () => onMove(question, -1),
        },
        {
          id: 'down',
          label: t('edit.moveDown'),
          icon: ArrowDown,
          isDisabled: at === questions.length - 1,
          onAction: () => onMove(question, 1),
        },
        { id: 'copy', label: t('edit.duplicate'), icon: Copy, onAction: () => onDuplicate(question) },
      ],
    },
    {
      id: 'delete',
      items: [
        { id: 'delete', label: t('edit.delete'), icon: Trash2, isDanger: true, onAction: () => onDelete(question) },
      ],
    },
  ];
  // A row re-renders only when its item changes: number and open mark are part of the item.
  const numbered = questions.map((question, at) => ({ ...question, number: at + 1, isOpen: question.id === openId }));
  return (
    <div className="card p-1">
      <SortableList
        label={t('edit.list')}
        items={numbered}
        itemName={nameOf}
        onReorder={(next) => onReorder(next.flatMap((row) => questions.filter((question) => question.id === row.id)))}
        onOpen={(question) => onOpen(question.id)}
      >
        {(question) => {
          const at = question.number - 1;
          const missing = questionProblems(question).length;
          const Icon = questionIcons[question.kind];
          return (
            <>
              <span className="num w-6 flex-none text-end text-ink-3">{at + 1}</span>
              <Icon aria-label={t(`kind.${question.kind}`)} role="img" className="size-4 flex-none text-ink-2" />
              <span
                className={classNames('cut flex-1', question.isOpen && 'font-semibold')}
                dir="auto"
                title={nameOf(question)}
              >
                {nameOf(question)}
              </span>
              {missing > 0 && <Badge tone="warning">{t('edit.fix', { count: missing })}</Badge>}
              <span className="num help flex-none">{t('question.points', { count: question.points })}</span>
              <MenuButton
                label={t('edit.actions', { number: at + 1 })}
                placement="bottom end"
                trigger={<IconButton label={t('edit.actions', { number: at + 1 })} icon={Ellipsis} size="sm" />}
                groups={menuOf(question, at)}
              />
            </>
          );
        }}
      </SortableList>
    </div>
  );
}
