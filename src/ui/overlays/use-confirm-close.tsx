import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useBlocker, useLocation } from 'react-router';
import { commaList } from '#base/shared/formats.ts';
import { Button } from '../buttons/button.tsx';
import { allUnsaved, UnsavedContext, useUnsaved } from '../fields/unsaved.ts';

const nothing: readonly string[] = [];

/** The confirmation text instead of discarding typed input. */
export type CloseQuestion = { title: string; text: string; drop: string; keep: string };

export type ConfirmClose = {
  /** For implicit closing: Escape, the cross, a press outside. */
  onOpenChange: (isOpen: boolean) => void;
  /** Wraps the content of the dialog. */
  hold: (children: ReactNode) => ReactNode;
};

/**
 * Confirms before a panel or dialog discards its input: when it is dismissed, when its screen is left, and (in the
 * browser's own words) before the page is closed. Its own buttons are not covered.
 */
export function useConfirmClose(
  isOpen: boolean,
  isChanged: boolean,
  onOpenChange: ((isOpen: boolean) => void) | undefined,
  question?: CloseQuestion,
): ConfirmClose {
  const [inside, setInside] = useState<ReadonlySet<string>>(new Set());
  const [isAsking, setAsking] = useState(false);
  const hasUnsaved = isOpen && (isChanged || inside.size > 0);
  // Changes saved meanwhile need no confirmation.
  if (isAsking && !hasUnsaved) setAsking(false);

  const reportUnsaved = useCallback((id: string, isFull: boolean) => {
    setInside((before) => {
      if (before.has(id) === isFull) return before;
      const after = new Set(before);
      if (isFull) after.add(id);
      else after.delete(id);
      return after;
    });
  }, []);
  return {
    onOpenChange: (next) => (!next && hasUnsaved ? setAsking(true) : onOpenChange?.(next)),
    hold: (children) => (
      <UnsavedContext value={reportUnsaved}>
        {children}
        {hasUnsaved ? (
          <Question
            words={question}
            isOpen={isAsking}
            onKeep={() => setAsking(false)}
            onDrop={() => onOpenChange?.(false)}
          />
        ) : null}
      </UnsavedContext>
    ),
  };
}

function Question({
  words,
  isOpen,
  onKeep,
  onDrop,
}: {
  words: CloseQuestion | undefined;
  isOpen: boolean;
  onKeep: () => void;
  onDrop: () => void;
}) {
  const { t, i18n } = useTranslation('ui');
  const { isBlocked, others, keep, drop } = useLeaving(onKeep, onDrop);
  const anchor = useRef<HTMLSpanElement>(null);
  return (
    <>
      <span ref={anchor} hidden />
      <ModalOverlay className="scrim" isOpen={isOpen || isBlocked} onOpenChange={(isOpen) => !isOpen && keep()}>
        <Modal className="pop dialog">
          <Dialog role="alertdialog" className="dialog-body">
            <FocusBack to={anchor} />
            <Heading slot="title" className="dialog-title">
              {words?.title ?? t('save.discardTitle')}
            </Heading>
            <p className="muted">
              {others.length > 0
                ? t('save.leaveText', { fields: commaList(others, i18n.language) })
                : (words?.text ?? t('save.discardText'))}
            </p>
            <div className="dialog-foot">
              <Button onPress={drop}>{words?.drop ?? t('save.discard')}</Button>
              <Button variant="primary" onPress={keep} autoFocus>
                {words?.keep ?? t('save.keep')}
              </Button>
            </div>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </>
  );
}

/** Blocks leaving the screen until it is confirmed; names what else on it is unsaved. */
function useLeaving(onKeep: () => void, onDrop: () => void) {
  const location = useLocation();
  const isLeaving = useRef(false);
  // A back navigation may lead to the same screen as before; our own search parameter updates keep it. After the user
  // chose to leave, nothing is asked until the next screen has rendered: blocking a further back navigation in between
  // would silently undo it.
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to, historyAction }) =>
      !isLeaving.current && (from.pathname !== to.pathname || (historyAction === 'POP' && from.search !== to.search)),
  );
  useUnsaved(nothing, true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after navigation to the same screen, it closes
  useEffect(() => {
    if (!isLeaving.current) return;
    isLeaving.current = false;
    onDrop();
  }, [location]);

  const isBlocked = blocker.state === 'blocked';
  const others = isBlocked ? allUnsaved() : nothing;
  function keep() {
    if (blocker.state === 'blocked') blocker.reset();
    onKeep();
  }
  function drop() {
    if (blocker.state !== 'blocked') return onDrop();
    isLeaving.current = true;
    blocker.proceed();
  }
  return { isBlocked, others, keep, drop };
}

/**
 * After a press outside the panel nothing had the focus when the confirmation opened, so nothing gets it back: the
 * panel takes it, or the next Escape would have no target.
 */
function FocusBack({ to }: { to: RefObject<HTMLElement | null> }) {
  useEffect(
    () => () => {
      const dialog = to.current?.closest<HTMLElement>('[role="dialog"]');
      // The confirmation restores the focus in the next frame, where it had one.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          if (dialog?.isConnected && document.activeElement === document.body) dialog.focus();
        }),
      );
    },
    [to],
  );
  return null;
}
