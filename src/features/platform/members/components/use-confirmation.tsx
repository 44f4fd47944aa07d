import { type ReactNode, useRef, useState } from 'react';
import { type Confirmation, ConfirmationDialog } from './confirmation-dialog.tsx';

type Answer = { error: { code?: string } | null };

/**
 * For what only the person may do: `confirmed` does it, and where the server wants to see first who is there, asks once
 * and goes on. Undefined where they closed the dialog instead. `dialog` stands somewhere in what is drawn.
 */
export function useConfirmation(): {
  confirmed: <Result extends Answer>(act: (proof: Confirmation) => Promise<Result>) => Promise<Result | undefined>;
  dialog: ReactNode;
} {
  const [isOpen, setOpen] = useState(false);
  const settle = useRef<(proof: Confirmation | undefined) => void>(() => {});

  function close(proof?: Confirmation) {
    setOpen(false);
    settle.current(proof);
  }
  return {
    confirmed: async (act) => {
      const first = await act({});
      if (first.error?.code !== 'reauthentication_needed') return first;
      const proof = await new Promise<Confirmation | undefined>((resolve) => {
        settle.current = resolve;
        setOpen(true);
      });
      return proof && act(proof);
    },
    dialog: isOpen ? <ConfirmationDialog onConfirmed={close} onClose={() => close()} /> : null,
  };
}
