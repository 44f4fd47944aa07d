import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_REASON } from '../rules.ts';

type Props = {
  question: string;
  /** With it, a reason can be entered. */
  reasonLabel?: string;
  action: string;
  onConfirm: (reason: string) => Promise<void>;
  onCancel: () => void;
};

/** A question in the place of a post's tools. */
export function PostQuestion({ question, reasonLabel, action, onConfirm, onCancel }: Props) {
  const { t } = useTranslation('threads');
  const id = useId();
  const [reason, setReason] = useState('');
  const form = useRef<HTMLFormElement>(null);
  // The button that was pressed is gone: focus goes on with what took its place.
  useEffect(() => form.current?.querySelector<HTMLElement>('input, button')?.focus(), []);
  return (
    <form
      ref={form}
      className="comment-question"
      onSubmit={(event) => {
        event.preventDefault();
        void onConfirm(reason.trim());
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
      }}
    >
      <p>{question}</p>
      {reasonLabel ? (
        <>
          <label className="field-label" htmlFor={id}>
            {reasonLabel}
          </label>
          <input
            id={id}
            className="input"
            dir="auto"
            maxLength={MAX_REASON}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </>
      ) : null}
      <p className="comment-tools">
        <button type="submit" className="btn btn-line">
          {action}
        </button>
        <button type="button" className="link" onClick={onCancel}>
          {t('conversation.cancel')}
        </button>
      </p>
    </form>
  );
}
