import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { clockNow, clockOffset } from '#base/shared/clock.ts';
import { noticeColours } from '#features/platform/options/components/notice-colours.ts';
import type { SiteOptions } from '#features/platform/options/data.ts';
import { isNoticeDue, noticeParts, timeOf } from '#features/platform/options/rules.ts';
import { ContentText } from '#ui/display/content-language.tsx';
import { noticeScript } from './notice-script.ts';

/**
 * The header notice. Pages are cached, so its start, its end and whether it was dismissed are checked in the browser, before
 * the first paint, by the script right behind it.
 */
export function HeaderNotice({ look }: { look: SiteOptions }) {
  const { t } = useTranslation('site');
  const { notices } = look.settings;
  if (!isNoticeDue(notices, clockNow())) return null;
  return (
    <>
      <section
        className="notice-bar"
        aria-label={t('notice.label')}
        id="header-notice"
        data-clock={clockOffset() || undefined}
        data-start={timeOf(notices.header_notice_start) ?? undefined}
        data-expire={timeOf(notices.header_notice_expire) ?? undefined}
        style={noticeColours(notices.header_notice_bg)}
        suppressHydrationWarning
      >
        <div className="wide">
          <p>
            <ContentText isApart>
              <NoticeText text={notices.header_notice} />
            </ContentText>
          </p>
          <button
            type="button"
            className="btn btn-quiet btn-icon"
            data-dismiss-notice=""
            aria-label={t('notice.dismiss')}
          >
            <X aria-hidden="true" size={16} />
          </button>
        </div>
      </section>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a script of ours, without a value in it */}
      <script dangerouslySetInnerHTML={{ __html: noticeScript }} />
    </>
  );
}

export function NoticeText({ text }: { text: string }) {
  return noticeParts(text).map((part) =>
    part.href ? (
      <a key={part.text + part.href} href={part.href}>
        {part.text}
      </a>
    ) : (
      part.text
    ),
  );
}
