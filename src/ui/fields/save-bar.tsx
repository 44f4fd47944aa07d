import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker, useLocation } from 'react-router';
import { commaList } from '#base/shared/formats.ts';
import { Button } from '../buttons/button.tsx';
import { focusUnparsed } from '../display/unparsed-number.ts';
import { ConfirmDialog } from '../overlays/dialog.tsx';
import { allUnsaved, useUnsaved, useUnsavedInPanel } from './unsaved.ts';

export type SaveBarProps = {
  /** The changed fields, as text. Empty: nothing to save, and the bar is hidden. */
  changed: readonly string[];
  isSaving?: boolean;
  saveLabel?: string;
  onDiscard: () => void;
  /** Omit it inside a Form: the button then submits. */
  onSave?: () => void;
};

/** A bar at the foot of a form with unsaved changes; it lists them. */
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
        onPress={onSave && (() => focusUnparsed(bar.current?.parentElement) || onSave())}
      >
        {saveLabel ?? t('save.save')}
      </Button>
    </div>
  );
}

/**
 * Confirms before unsaved work is lost by navigating, closing the window or closing the surrounding panel. Use it once
 * per form.
 */
export function UnsavedGuard({ changed }: { changed: readonly string[] }) {
  const { t, i18n } = useTranslation('ui');
  const location = useLocation();
  const isLeaving = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reset after navigation, on a screen that keeps this form
  useEffect(() => {
    isLeaving.current = false;
  }, [location]);
  // After the user chose to leave, a further navigation is not blocked while the next screen loads.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !isLeaving.current && allUnsaved().length > 0 && currentLocation.pathname !== nextLocation.pathname,
  );
  useUnsaved(changed);
  useUnsavedInPanel(changed.length > 0);
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
