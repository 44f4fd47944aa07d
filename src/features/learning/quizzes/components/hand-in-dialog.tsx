import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/display/states.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { useLocale } from '#ui/layout/locale.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';

type HandInDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Numbers of the questions, from 1. */
  unanswered: number[];
  flagged: number[];
  waiting: number;
  /** Rejects with a message for the student on failure. */
  onConfirm: () => Promise<void>;
};

/** Confirms submission; lists unanswered and flagged questions. */
export function HandInDialog({ isOpen, onOpenChange, onConfirm, ...rest }: HandInDialogProps) {
  const { t } = useTranslation('quizzes');
  const {
    save,
    isSaving: isBusy,
    problem,
  } = useSave(onConfirm, {
    isInForm: true,
    ...(rest.waiting > 0 ? { offlineText: t('handIn.waiting') } : {}),
  });
  // The problem of a dialog that was closed is not shown when it opens again.
  const [isTried, setTried] = useState(false);

  function change(open: boolean) {
    if (isBusy) return;
    setTried(false);
    onOpenChange(open);
  }
  function confirm() {
    setTried(true);
    void save();
  }
  return (
    <Dialog
      title={t('handIn.title')}
      isOpen={isOpen}
      onOpenChange={change}
      footer={
        <>
          <Button isDisabled={isBusy} onPress={() => change(false)}>
            {t('handIn.cancel')}
          </Button>
          {/* The busy state has its own label: the button disappears with the attempt before it could announce anything. */}
          <Button variant="primary" isDisabled={isBusy} onPress={confirm}>
            {t(isBusy ? 'handIn.busy' : rest.unanswered.length > 0 ? 'handIn.anyway' : 'handIn.confirm')}
          </Button>
        </>
      }
    >
      <OpenQuestions {...rest} />
      {isTried && problem && <Note tone="error">{problem}</Note>}
    </Dialog>
  );
}

function OpenQuestions({
  unanswered,
  flagged,
  waiting,
}: Pick<HandInDialogProps, 'unanswered' | 'flagged' | 'waiting'>) {
  const { t } = useTranslation('quizzes');
  const { locale } = useLocale();
  const numberList = (numbers: number[]) => new Intl.ListFormat(locale).format(numbers.map(String));
  return (
    <div className="grid gap-2 text-ink-2">
      <p>
        {unanswered.length > 0
          ? t('handIn.unanswered', { count: unanswered.length, numbers: numberList(unanswered) })
          : t('handIn.all')}
      </p>
      {flagged.length > 0 && <p>{t('handIn.flagged', { numbers: numberList(flagged) })}</p>}
      {waiting > 0 && <p>{t('handIn.onItsWay', { count: waiting })}</p>}
    </div>
  );
}
