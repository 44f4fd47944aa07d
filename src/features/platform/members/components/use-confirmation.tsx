import { type ReactNode, useRef, useState } from 'react';
import { type Confirmation, ConfirmationDialog } from './confirmation-dialog.tsx';

type ActionResult = { error: { code?: string } | null };

/**
 * For what only the person may do: `confirmed` does it, and where the server wants to see first who is there, asks once
 * and goes on. Undefined where they closed the dialog instead. `dialog` stands somewhere in what is drawn.
 */
export function useConfirmation(): {
  confirmed: <Result extends ActionResult>(act: (proof: Confirmation) => Promise<Result>) => Promise<Result | undefined>;
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
