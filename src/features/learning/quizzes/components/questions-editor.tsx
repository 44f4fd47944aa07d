import { Library, Plus, Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import { classNames } from '#ui/layout/class-names.ts';
import { MenuButton } from '#ui/overlays/menu.tsx';
import { showToast } from '#ui/overlays/toaster.tsx';
import { newQuestion, type QuestionDraft } from '../drafts/rules.ts';
import { ExportMenu } from '../exchange/components/export-menu.tsx';
import { ImportDialog } from '../exchange/components/import-dialog.tsx';
import { MAX_QUESTIONS, type QuestionKind, questionKinds } from '../rules.ts';
import { BankDialog } from './bank-dialog.tsx';
import { QuestionForm } from './question-form.tsx';
import { questionIcons } from './question-icons.ts';
import { QuestionList } from './question-list.tsx';

type QuestionsEditorProps = {
  questions: QuestionDraft[];
  onChange: (change: (questions: QuestionDraft[]) => QuestionDraft[]) => void;
  openId: string | null;
  onOpen: (id: string | null) => void;
  /** Saving was tried: each field shows its error. */
  isChecked: boolean;
};

/** The questions of a quiz, with the open one in a form beside the list. */
export function QuestionsEditor({ questions, onChange, openId, onOpen, isChecked }: QuestionsEditorProps) {
  const { t } = useTranslation('quizzes');
  const [isPicking, setPicking] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const open = questions.find((question) => question.id === openId);
  const openIndex = open ? questions.indexOf(open) : -1;
  const { add, remove, duplicate, move } = useQuestionChanges({ questions, onChange, openId, onOpen });
  const actions = (
    <AddActions questions={questions} onAdd={add} onPick={() => setPicking(true)} onImport={() => setImporting(true)} />
  );
  return (
    <div className="@container">
      {questions.length === 0 ? (
        <EmptyState title={t('edit.empty')} drawing="page" actions={actions}>
          {t('edit.emptyText')}
        </EmptyState>
      ) : (
        <div className={classNames('grid items-start gap-6', open && '@4xl:grid-cols-2')}>
          <div className="grid gap-3">
            <QuestionList
              questions={questions}
              openId={openId}
              onOpen={onOpen}
              onReorder={(next) => onChange(() => next)}
              onDuplicate={duplicate}
              onMove={move}
              onDelete={remove}
            />
            {actions}
          </div>
          {open && (
            <QuestionForm
              key={open.id}
              question={open}
              number={openIndex + 1}
              isChecked={isChecked}
              onChange={(next) => onChange((current) => current.map((item) => (item.id === next.id ? next : item)))}
            />
          )}
        </div>
      )}
      <BankDialog
        isOpen={isPicking}
        onOpenChange={setPicking}
        onPick={(question) =>
          onChange((current) => (current.length < MAX_QUESTIONS ? [...current, question] : current))
        }
      />
      <ImportDialog
        isOpen={isImporting}
        onOpenChange={setImporting}
        count={questions.length}
        onImport={(imported) => onChange((current) => [...current, ...imported])}
      />
    </div>
  );
}

/** Adding, removing, copying and moving a question. */
function useQuestionChanges({ questions, onChange, openId, onOpen }: Omit<QuestionsEditorProps, 'isChecked'>) {
  const { t } = useTranslation('quizzes');

  function add(kind: QuestionKind) {
    const question = newQuestion(crypto.randomUUID(), kind);
    onChange((current) => [...current, question]);
    onOpen(question.id);
  }
  function duplicate(question: QuestionDraft) {
    const copy = { ...question, id: crypto.randomUUID() };
    onChange((current) => current.flatMap((item) => (item.id === question.id ? [item, copy] : [item])));
    onOpen(copy.id);
  }
  function move(question: QuestionDraft, by: 1 | -1) {
    onChange((current) => {
      const at = current.findIndex((item) => item.id === question.id);
      const next = current.filter((item) => item.id !== question.id);
      next.splice(at + by, 0, question);
      return next;
    });
  }
  function remove(question: QuestionDraft) {
    const at = questions.findIndex((item) => item.id === question.id);
    onChange((current) => current.filter((item) => item.id !== question.id));
    if (openId === question.id) onOpen(null);
    showToast(t('edit.deleted', { number: at + 1 }), {
      action: {
        label: t('edit.undo'),
        onAction: () => onChange((current) => [...current.slice(0, at), question, ...current.slice(at)]),
      },
    });
  }
  return { add, remove, duplicate, move };
}

function AddActions({
  questions,
  onAdd,
  onPick,
  onImport,
}: {
  questions: QuestionDraft[];
  onAdd: (kind: QuestionKind) => void;
  onPick: () => void;
  onImport: () => void;
}) {
  const { t } = useTranslation('quizzes');
  const isFull = questions.length >= MAX_QUESTIONS;
  return (
    <div className="row flex-wrap">
      <MenuButton
        label={t('edit.addKind')}
        trigger={
          <Button icon={Plus} isDisabled={isFull}>
            {t('edit.add')}
          </Button>
        }
        groups={[
          {
            id: 'kinds',
            items: questionKinds.map((kind) => ({
              id: kind,
              label: t(`kind.${kind}`),
              icon: questionIcons[kind],
              onAction: () => onAdd(kind),
            })),
          },
        ]}
      />
      <Button variant="quiet" icon={Library} isDisabled={isFull} onPress={onPick}>
        {t('edit.fromBank')}
      </Button>
      <Button variant="quiet" icon={Upload} isDisabled={isFull} onPress={onImport}>
        {t('exchange.import')}
      </Button>
      <ExportMenu questions={questions} />
    </div>
  );
}
