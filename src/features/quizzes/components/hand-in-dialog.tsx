import { useLocale } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#ui/dialog.tsx';

type HandInDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Numbers of the questions, from 1. */
  unanswered: number[];
  flagged: number[];
  waiting: number;
  onConfirm: () => Promise<void>;
};

/** The last look before handing in: what is open, what was to be looked at again. */
export function HandInDialog({ isOpen, onOpenChange, unanswered, flagged, waiting, onConfirm }: HandInDialogProps) {
  const { t } = useTranslation('quizzes');
  const { locale } = useLocale();
  const listed = (numbers: number[]) => new Intl.ListFormat(locale).format(numbers.map(String));
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDanger={false}
      title={t('handIn.title')}
      confirmLabel={t(unanswered.length > 0 ? 'handIn.anyway' : 'handIn.confirm')}
      cancelLabel={t('handIn.cancel')}
      onConfirm={onConfirm}
    >
      <div className="grid gap-2">
        <p>
          {unanswered.length > 0
            ? t('handIn.unanswered', { count: unanswered.length, numbers: listed(unanswered) })
            : t('handIn.all')}
        </p>
        {flagged.length > 0 && <p>{t('handIn.flagged', { numbers: listed(flagged) })}</p>}
        {waiting > 0 && <p>{t('handIn.onItsWay', { count: waiting })}</p>}
      </div>
    </ConfirmDialog>
  );
}
