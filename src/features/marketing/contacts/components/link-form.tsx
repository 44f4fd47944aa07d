import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { buttonClass } from '#ui/buttons/button-class.ts';
import { useAction } from '#ui/fields/use-action.ts';

export type LinkFormProps = { token: string; what: 'confirm' | 'leave' };

/**
 * The button a mailed link leads to: a plain form that posts the token. After hydration a confirmation submits
 * itself, since the person has clicked once already and mail scanners run no scripts; unsubscribing always takes a
 * click.
 */
export function LinkForm({ token, what }: LinkFormProps) {
  const { t } = useTranslation('contacts');
  const { run, isRunning: isBusy } = useAction();
  const [hasFailed, setFailed] = useState(false);
  const hasBegun = useRef(false);

  function send() {
    return run(async () => {
      setFailed(false);
      try {
        const response = await fetch(what === 'confirm' ? paths.confirmContact() : paths.unsubscribeContact(), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ token }),
        });
        const payload = (await response.json()) as { state?: string; error?: { code: string } };
        if (payload.state) location.replace(paths.subscribed({ state: payload.state }));
        else if (payload.error?.code === 'link_expired') location.replace(paths.subscribed({ state: 'expired' }));
        else throw new Error(payload.error?.code);
      } catch {
        setFailed(true);
      }
    });
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page has come alive
  useEffect(() => {
    if (what !== 'confirm' || hasBegun.current) return;
    hasBegun.current = true;
    void send();
  }, []);

  return (
    <form
      className="grid justify-items-start gap-4"
      method="post"
      action={what === 'confirm' ? paths.confirmContact() : paths.unsubscribeContact()}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (!isBusy) void send();
      }}
    >
      <input type="hidden" name="token" value={token} />
      <button type="submit" className={buttonClass({ variant: 'primary', size: 'xl' })} aria-disabled={isBusy}>
        {t(isBusy ? `page.${what}.busy` : `page.${what}.button`)}
      </button>
      {hasFailed ? (
        <p className="field-error" role="alert">
          {t('page.failed')}
        </p>
      ) : null}
    </form>
  );
}
