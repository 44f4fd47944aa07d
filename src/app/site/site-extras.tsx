import { ArrowUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SiteLook } from '#features/platform/options/data.ts';
import { menuAddress } from '#features/platform/options/rules.ts';
import { buttonClass } from '#ui/buttons/button-class.ts';
import { accountScripts } from './account-scripts.ts';
import { nextPageRules } from './next-page-rules.ts';

/** The cookie consent dialog; the script of public pages shows it where nothing was chosen yet. */
export function CookieNotice({ look }: { look: SiteLook }) {
  const { t } = useTranslation('site');
  return (
    <section className="cookie" aria-label={t('cookies.label')} data-cookies="" hidden>
      <div className="wide">
        <p>
          {t('cookies.text')}{' '}
          {look.settings.privacy_url ? (
            <a className="link" href={menuAddress(look.settings.privacy_url).href}>
              {t('cookies.more')}
            </a>
          ) : null}
        </p>
        <div className="cookie-choices">
          <button type="button" className="btn btn-quiet" data-cookie-choice="disabled">
            {t('cookies.disable')}
          </button>
          <button type="button" className={buttonClass()} data-cookie-choice="required">
            {t('cookies.required')}
          </button>
          <button type="button" className={buttonClass({ variant: 'primary' })} data-cookie-choice="all">
            {t('cookies.all')}
          </button>
        </div>
      </div>
    </section>
  );
}

const CIRCLE = 2 * Math.PI * 22;

/** Back to top, with the scroll progress; shown past 200 px. */
export function BackToTop() {
  const { t } = useTranslation('site');
  return (
    <a className="totop" href="#top" data-totop={t('toTop', { percent: '{percent}' })} hidden>
      <svg className="dial" viewBox="0 0 48 48" aria-hidden="true">
        <circle cx="24" cy="24" r="22" fill="none" stroke="var(--line)" strokeWidth="2" />
        <circle
          cx="24"
          cy="24"
          r="22"
          fill="none"
          stroke="var(--color-primary)"
          strokeWidth="2"
          strokeDasharray={CIRCLE}
          strokeDashoffset={CIRCLE}
          transform="rotate(-90 24 24)"
        />
      </svg>
      <ArrowUp aria-hidden="true" size={16} />
      <span className="totop-percent" aria-hidden="true" />
    </a>
  );
}

/** An account's own scripts and its analytics tag as inert JSON; the script of public pages starts them after cookie consent. */
export function AccountScripts({ look }: { look: SiteLook }) {
  const all = accountScripts(look.misc);
  if (all.length === 0) return null;
  return (
    <script
      type="application/json"
      id="account-scripts"
      data-analytics={look.misc.analytics_id || undefined}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped
      dangerouslySetInnerHTML={{ __html: JSON.stringify(all).replaceAll('<', '\\u003c') }}
    />
  );
}

/** Prefetches the next page on hover. */
export function NextPages() {
  return (
    <script
      type="speculationrules"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: rules of ours, without a value in them
      dangerouslySetInnerHTML={{ __html: nextPageRules }}
    />
  );
}
