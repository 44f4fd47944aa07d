import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useBlocker, useLocation } from 'react-router';
import { commaList } from '#base/shared/formats.ts';
import { Button } from '../buttons/button.tsx';
import { allUnsaved, UnsavedContext, useUnsaved } from '../fields/unsaved.ts';

const nothing: readonly string[] = [];

/** What is asked instead of whether to discard what was typed. */
export type CloseQuestion = { title: string; text: string; drop: string; keep: string };

export type ConfirmClose = {
  /** For what closes without a word: Escape, the cross, a press beside it. */
  onOpenChange: (isOpen: boolean) => void;
  /** Stands inside the dialog, around what it shows. */
  hold: (children: ReactNode) => ReactNode;
};

/**
 * Asks before a panel or dialog drops what was typed in it: when it is closed without a word, when its screen is left, and
 * (in the browser's own words) before the page is closed. What its own buttons do is theirs to answer for.
 */
export function useConfirmClose(
  isOpen: boolean,
  isChanged: boolean,
  tell: ((isOpen: boolean) => void) | undefined,
  question?: CloseQuestion,
): ConfirmClose {
  const [inside, setInside] = useState<ReadonlySet<string>>(new Set());
  const [isAsking, setAsking] = useState(false);
  const hasUnsaved = isOpen && (isChanged || inside.size > 0);
  // What was saved meanwhile needs no question, now or when something is typed again.
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
    onOpenChange: (next) => (!next && hasUnsaved ? setAsking(true) : tell?.(next)),
    hold: (children) => (
      <UnsavedContext value={reportUnsaved}>
        {children}
        {hasUnsaved ? (
          <Question words={question} isAsked={isAsking} onKeep={() => setAsking(false)} onDrop={() => tell?.(false)} />
        ) : null}
      </UnsavedContext>
    ),
  };
}

function Question({
  words,
  isAsked,
  onKeep,
  onDrop,
}: {
  words: CloseQuestion | undefined;
  isAsked: boolean;
  onKeep: () => void;
  onDrop: () => void;
}) {
  const { t, i18n } = useTranslation('ui');
  const location = useLocation();
  const isLeaving = useRef(false);
  // A step back may lead to the same screen as it was before; what code of ours writes into the address of a screen keeps it.
  // Once somebody has chosen to leave nothing is asked any more: this stands until the next screen has been drawn, and a
  // further step back in between would be undone without a word.
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to, historyAction }) =>
      !isLeaving.current && (from.pathname !== to.pathname || (historyAction === 'POP' && from.search !== to.search)),
  );
  useUnsaved(nothing, true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once one has arrived on the same screen, it closes
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
  const anchor = useRef<HTMLSpanElement>(null);
  return (
    <>
      <span ref={anchor} hidden />
      <ModalOverlay className="scrim" isOpen={isAsked || isBlocked} onOpenChange={(isOpen) => !isOpen && keep()}>
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

/**
 * After a press beside the panel nothing had the focus when the question opened, so nothing gets it back: the panel takes
 * it, else the next Escape would be heard by nobody.
 */
function FocusBack({ to }: { to: RefObject<HTMLElement | null> }) {
  useEffect(
    () => () => {
      const dialog = to.current?.closest<HTMLElement>('[role="dialog"]');
      // The question itself gives the focus back in the next frame, where it knows to whom.
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
