import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { markSessionSwitch } from '#base/browser/sign-out.ts';
import { paths } from '#paths';
import { showToast } from '#ui/overlays/toaster.tsx';
import { countDown, formatMinutes, impersonationOf, isAnnounced } from './acting.ts';

/**
 * The notice of an impersonation on every page: as whom, how long still, and a button that ends it. On pages without React
 * the script of public pages fills it in; hydrated pages do so themselves.
 */
export function ImpersonationNotice() {
  const { t, i18n } = useTranslation('site');
  const form = useRef<HTMLFormElement>(null);
  const { name, minutes } = useImpersonation(form);
  useEndToast();
  // The script of public pages reads the sentence from the markup, with a gap for the time.
  const leftIn = (time: string) => t('acting.left', { time });
  const left = minutes === undefined ? '' : leftIn(formatMinutes(minutes, i18n.language));
  return (
    <form
      ref={form}
      method="post"
      action={paths.endLogInAs()}
      // A native form, because afterwards the session is another one and the login page must not appear in between.
      onSubmit={markSessionSwitch}
      className="acting-notice"
      aria-label={t('acting.label')}
      data-acting=""
      hidden={name === undefined}
    >
      <div className="acting-words">
        <p>
          {t('acting.as')}{' '}
          <b>
            <bdi data-acting-name="">{name}</bdi>
          </b>
          . <span className="only-wide">{t('acting.note')}</span>
        </p>
        <span className="acting-left num" data-acting-left={leftIn('%')}>
          {left}
        </span>
      </div>
      <span role="status" className="vh" data-acting-told="">
        {minutes !== undefined && isAnnounced(minutes) ? left : ''}
      </span>
      <button type="submit" className="btn btn-sm">
        {t('acting.end')}
      </button>
    </form>
  );
}

/** As whom the session acts, and the minutes left; when they are over, the form is submitted. */
function useImpersonation(form: RefObject<HTMLFormElement | null>) {
  const [name, setName] = useState<string>();
  const [minutes, setMinutes] = useState<number>();
  useEffect(() => {
    const impersonation = impersonationOf(document.cookie);
    if (!impersonation) return;
    setName(impersonation.name);
    return countDown(impersonation.until, setMinutes, () => {
      if (!form.current) return;
      form.current.action = paths.endLogInAs('over');
      form.current.requestSubmit();
    });
  }, [form]);
  return { name, minutes };
}

/** Says once that the impersonation is over. */
function useEndToast(): void {
  const { t } = useTranslation('site');
  const [params, setParams] = useSearchParams();
  const isOver = params.get('acting') === 'over';
  useEffect(() => {
    if (!isOver) return;
    showToast(t('acting.over'));
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        next.delete('acting');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [isOver, setParams, t]);
}
