import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useBlocker, useLocation } from 'react-router';
import { Button } from './button.tsx';
import { allUnsaved, HeldContext, useUnsaved } from './unsaved.ts';

const nothing: readonly string[] = [];

export type AskedClose = {
  /** For what closes without a word: Escape, the cross, a press beside it. */
  onOpenChange: (isOpen: boolean) => void;
  /** Stands inside the dialog, around what it shows. */
  hold: (children: ReactNode) => ReactNode;
};

/**
 * Asks before a panel or dialog drops what was typed in it: when it is closed without a word, when its screen is left, and
 * (in the browser's own words) before the page is closed. What its own buttons do is theirs to answer for.
 */
export function useAskedClose(
  isOpen: boolean,
  isChanged: boolean,
  tell: ((isOpen: boolean) => void) | undefined,
): AskedClose {
  const [inside, setInside] = useState<ReadonlySet<string>>(new Set());
  const [isAsking, setAsking] = useState(false);
  const isHeld = isOpen && (isChanged || inside.size > 0);
  // What was saved meanwhile needs no question, now or when something is typed again.
  if (isAsking && !isHeld) setAsking(false);

  const hear = useCallback((id: string, isFull: boolean) => {
    setInside((before) => {
      if (before.has(id) === isFull) return before;
      const after = new Set(before);
      if (isFull) after.add(id);
      else after.delete(id);
      return after;
    });
  }, []);
  return {
    onOpenChange: (next) => (!next && isHeld ? setAsking(true) : tell?.(next)),
    hold: (children) => (
      <HeldContext value={hear}>
        {children}
        {isHeld ? <Question isAsked={isAsking} onKeep={() => setAsking(false)} onDrop={() => tell?.(false)} /> : null}
      </HeldContext>
    ),
  };
}

function Question({ isAsked, onKeep, onDrop }: { isAsked: boolean; onKeep: () => void; onDrop: () => void }) {
  const { t } = useTranslation('ui');
  const location = useLocation();
  // A step back may lead to the same screen as it was before; what code of ours writes into the address of a screen keeps it.
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to, historyAction }) =>
      from.pathname !== to.pathname || (historyAction === 'POP' && from.search !== to.search),
  );
  useUnsaved(nothing, true);
  const isLeaving = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once one has arrived on the same screen, it closes
  useEffect(() => {
    if (isLeaving.current) onDrop();
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
  return (
    <ModalOverlay className="scrim" isOpen={isAsked || isBlocked} onOpenChange={(isOpen) => !isOpen && keep()}>
      <Modal className="pop dialog">
        <Dialog role="alertdialog" className="dialog-body">
          <Heading slot="title" className="dialog-title">
            {t('save.discardTitle')}
          </Heading>
          <p className="muted">
            {others.length > 0 ? t('save.leaveText', { fields: others.join(', ') }) : t('save.discardText')}
          </p>
          <div className="dialog-foot">
            <Button onPress={drop}>{t('save.discard')}</Button>
            <Button variant="primary" onPress={keep} autoFocus>
              {t('save.keep')}
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
