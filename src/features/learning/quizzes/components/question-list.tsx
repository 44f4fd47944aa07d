import { ArrowDown, ArrowUp, Copy, Ellipsis, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { classNames } from '#ui/layout/class-names.ts';
import { MenuButton } from '#ui/overlays/menu.tsx';
import { SortableList } from '#ui/sorting/sortable-list.tsx';
import { type QuestionDraft, questionProblems } from '../drafts/rules.ts';
import { questionIcons } from './question-icons.ts';

type QuestionActions = {
  onDuplicate: (question: QuestionDraft) => void;
  onMove: (question: QuestionDraft, by: 1 | -1) => void;
  onDelete: (question: QuestionDraft) => void;
};

type QuestionListProps = QuestionActions & {
  questions: QuestionDraft[];
  openId: string | null;
  onOpen: (id: string) => void;
  onReorder: (questions: QuestionDraft[]) => void;
};

type NumberedQuestion = QuestionDraft & { number: number; isOpen: boolean };

/** The sortable list of questions, by mouse or keyboard; pressing one opens it. */
export function QuestionList({ questions, openId, onOpen, onReorder, ...actions }: QuestionListProps) {
  const { t } = useTranslation('quizzes');
  const nameOf = useQuestionName();
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
        {(question) => <QuestionRow question={question} count={questions.length} {...actions} />}
      </SortableList>
    </div>
  );
}

function useQuestionName(): (question: QuestionDraft) => string {
  const { t } = useTranslation('quizzes');
  return (question) => question.prompt.trim() || t('edit.untitled');
}

function QuestionRow({ question, count, ...actions }: QuestionActions & { question: NumberedQuestion; count: number }) {
  const { t } = useTranslation('quizzes');
  const name = useQuestionName()(question);
  const missing = questionProblems(question).length;
  const Icon = questionIcons[question.kind];
  return (
    <>
      <span className="num w-6 flex-none text-end text-ink-3">{question.number}</span>
      <Icon aria-label={t(`kind.${question.kind}`)} role="img" className="size-4 flex-none text-ink-2" />
      <span className={classNames('cut flex-1', question.isOpen && 'font-semibold')} dir="auto" title={name}>
        {name}
      </span>
      {missing > 0 && <Badge tone="warning">{t('edit.fix', { count: missing })}</Badge>}
      <span className="num help flex-none">{t('question.points', { count: question.points })}</span>
      <QuestionMenu question={question} isLast={question.number === count} {...actions} />
    </>
  );
}

function QuestionMenu({
  question,
  isLast,
  onDuplicate,
  onMove,
  onDelete,
}: QuestionActions & { question: NumberedQuestion; isLast: boolean }) {
  const { t } = useTranslation('quizzes');
  const { number } = question;
  return (
    <MenuButton
      label={t('edit.actions', { number })}
      placement="bottom end"
      trigger={<IconButton label={t('edit.actions', { number })} icon={Ellipsis} size="sm" />}
      groups={[
        {
          id: 'order',
          items: [
            {
              id: 'up',
              label: t('edit.moveUp'),
              icon: ArrowUp,
              isDisabled: number === 1,
              onAction: () => onMove(question, -1),
            },
            {
              id: 'down',
              label: t('edit.moveDown'),
              icon: ArrowDown,
              isDisabled: isLast,
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
      ]}
    />
  );
}
