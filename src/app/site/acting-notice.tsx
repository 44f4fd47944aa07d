import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { markSessionSwitch } from '#base/browser/sign-out.ts';
import { paths } from '#paths';
import { showToast } from '#ui/overlays/toaster.tsx';
import { countDown, formatMinutes, impersonationOf, isAnnounced } from './acting.ts';

/**
 * Says on every page that somebody is signed in as somebody else and how long still, and leads back. On pages without a
 * framework our script shows it and counts; where the page is alive it does so itself.
 */
export function ImpersonationNotice() {
  const { t, i18n } = useTranslation('site');
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState<string>();
  const [minutes, setMinutes] = useState<number>();
  const [params, setParams] = useSearchParams();
  const isOver = params.get('acting') === 'over';
  useEffect(() => {
    const acting = impersonationOf(document.cookie);
    if (!acting) return;
    setName(acting.name);
    return countDown(acting.until, setMinutes, () => {
      if (!form.current) return;
      form.current.action = paths.endLogInAs('over');
      form.current.requestSubmit();
    });
  }, []);
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
  // Our script finds the sentence in the markup, with a gap for the time.
  const leftIn = (time: string) => t('acting.left', { time });
  const left = minutes === undefined ? '' : leftIn(formatMinutes(minutes, i18n.language));
  return (
    <form
      ref={form}
      method="post"
      action={paths.endLogInAs()}
      // Pressed, or by itself after half an hour: the session is another one then, and the door must not come between.
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
