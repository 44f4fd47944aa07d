import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { actingOf } from './acting-cookie.ts';

/**
 * Says on every page that somebody is signed in as somebody else, and leads back. On pages without a framework our
 * script shows it; where the page is alive it shows itself, and ends when the time is over.
 */
export function ActingNotice() {
  const { t } = useTranslation('site');
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState<string>();
  useEffect(() => {
    const acting = actingOf(document.cookie);
    if (!acting) return;
    setName(acting.name);
    const left = Math.max(0, acting.until * 1_000 - Date.now());
    const timer = setTimeout(() => form.current?.requestSubmit(), left);
    return () => clearTimeout(timer);
  }, []);
  return (
    <form
      ref={form}
      method="post"
      action={paths.endLogInAs()}
      className="acting-notice"
      aria-label={t('acting.label')}
      data-acting=""
      hidden={name === undefined}
    >
      <p>
        {t('acting.as')}{' '}
        <b>
          <bdi data-acting-name="">{name}</bdi>
        </b>
        . <span className="only-wide">{t('acting.note')}</span>
      </p>
      <button type="submit" className="btn btn-sm">
        {t('acting.end')}
      </button>
    </form>
  );
}
