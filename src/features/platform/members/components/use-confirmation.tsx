import { type ReactNode, useRef, useState } from 'react';
import { ConfirmationDialog } from './confirmation-dialog.tsx';
import type { Confirmation } from './use-presence-proof.ts';

type ActionResult = { error: { code?: string } | null };

/**
 * For sensitive actions: `confirmed` runs the action and, if the server requires it, confirms the user's identity once
 * and retries. Resolves to undefined if the dialog was closed. `dialog` has to be rendered somewhere.
 */
export function useConfirmation(): {
  confirmed: <Result extends ActionResult>(
    act: (proof: Confirmation) => Promise<Result>,
  ) => Promise<Result | undefined>;
  dialog: ReactNode;
} {
  const [isOpen, setOpen] = useState(false);
  const resolveProof = useRef<(proof: Confirmation | undefined) => void>(() => {});

  function close(proof?: Confirmation) {
    setOpen(false);
    resolveProof.current(proof);
  }
  return {
    confirmed: async (action) => {
      const result = await action({});
      if (result.error?.code !== 'reauthentication_needed') return result;
      const proof = await new Promise<Confirmation | undefined>((resolve) => {
        resolveProof.current = resolve;
        setOpen(true);
      });
      return proof && action(proof);
    },
    dialog: isOpen ? <ConfirmationDialog onConfirmed={close} onClose={() => close()} /> : null,
  };
}
