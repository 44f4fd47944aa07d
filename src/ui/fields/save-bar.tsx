import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker, useLocation } from 'react-router';
import { commaList } from '#base/shared/formats.ts';
import { Button } from '../buttons/button.tsx';
import { focusUnread } from '../display/unread-number.ts';
import { ConfirmDialog } from '../overlays/dialog.tsx';
import { allUnsaved, useUnsaved, useUnsavedHere } from './unsaved.ts';

export type SaveBarProps = {
  /** What changed, in words. Empty: nothing to save, and no bar. */
  changed: readonly string[];
  isSaving?: boolean;
  saveLabel?: string;
  onDiscard: () => void;
  /** Leave it out inside a Form: the button then submits. */
  onSave?: () => void;
};

/** Stands at the foot of a form as long as something is not saved, and says what. */
export function SaveBar({ changed, isSaving, saveLabel, onDiscard, onSave }: SaveBarProps) {
  const { t, i18n } = useTranslation('ui');
  const bar = useRef<HTMLDivElement>(null);
  if (changed.length === 0) return null;
  return (
    <div ref={bar} className="savebar">
      <span className="savebar-what" aria-live="polite">
        {isSaving ? t('save.saving') : t('save.notSaved', { fields: commaList(changed, i18n.language) })}
      </span>
      <Button variant="quiet" isDisabled={isSaving} onPress={onDiscard}>
        {t('save.discard')}
      </Button>
      <Button
        variant="primary"
        type={onSave ? 'button' : 'submit'}
        isBusy={isSaving}
        onPress={onSave && (() => focusUnread(bar.current?.parentElement) || onSave())}
      >
        {saveLabel ?? t('save.save')}
      </Button>
    </div>
  );
}

/** Asks before a page with unsaved work is left, by a link or by closing the window, and a panel is closed in which it stands. Once for each form. */
export function UnsavedGuard({ changed }: { changed: readonly string[] }) {
  const { t, i18n } = useTranslation('ui');
  const location = useLocation();
  const isLeaving = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once one has arrived, on a screen that keeps this form
  useEffect(() => {
    isLeaving.current = false;
  }, [location]);
  // Who has chosen to leave is not held by a further step while the next screen is on its way.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !isLeaving.current && allUnsaved().length > 0 && currentLocation.pathname !== nextLocation.pathname,
  );
  useUnsaved(changed);
  useUnsavedHere(changed.length > 0);
  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      onOpenChange={(isOpen) => !isOpen && blocker.state === 'blocked' && blocker.reset()}
      title={t('save.leaveTitle')}
      confirmLabel={t('save.leave')}
      cancelLabel={t('save.stay')}
      onConfirm={() => {
        if (blocker.state !== 'blocked') return;
        isLeaving.current = true;
        blocker.proceed();
      }}
    >
      {t('save.leaveText', { fields: commaList(allUnsaved(), i18n.language) })}
    </ConfirmDialog>
  );
}
