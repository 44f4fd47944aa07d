import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { clockNow } from '#base/shared/clock.ts';
import { dateFormat } from '#base/shared/formats.ts';
import { directionOf } from '#base/shared/locales.ts';
import { paths } from '#paths';
import { classNames } from '#ui/layout/class-names.ts';
import { certificateFonts, certificateLines } from '../rules.ts';
import type { Look } from '../schema.ts';
import { useLoadedFont } from './use-loaded-font.ts';

const SAMPLE_ID = '3f2b8c1e-5a47-4d0b-9c6e-1f7a2d84b0c5';

/** A certificate as its PDF will be, for an invented learner: laid out by the same rule. */
export function CertificatePreview({ look }: { look: Look }) {
  const { t } = useTranslation('certificates');
  const { origin } = useSite();
  const { language, accent, logo } = look;
  const { family, css } = certificateFonts[look.font];
  useLoadedFont(family);
  const day = (moment: number) => dateFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(moment));
  const lines = certificateLines(look, {
    name: t('sample.name'),
    course: t('sample.course'),
    date: day(clockNow()),
    id: SAMPLE_ID,
  });
  const until = new Date(clockNow());
  until.setUTCMonth(until.getUTCMonth() + (look.valid_months ?? 0));
  return (
    <section
      aria-label={t('design.preview')}
      className={classNames('certificate', !look.is_landscape && 'certificate-upright')}
    >
      <div
        className="certificate-sheet"
        lang={language}
        dir={directionOf(language)}
        style={{ fontFamily: css, '--certificate-accent': accent } as React.CSSProperties}
      >
        {logo ? <img className="certificate-logo" src={logo} alt="" /> : null}
        {lines.map(({ kind, text }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
          <p key={at} className={`certificate-${kind}`} dir={kind === 'large' ? 'auto' : undefined}>
            {text}
          </p>
        ))}
        <div className="certificate-foot">
          {look.valid_months ? <p>{t('document.validUntil', { date: day(until.getTime()) })}</p> : null}
          <p>{t('document.verify')}</p>
          <p dir="ltr">
            {origin}
            {paths.certificate(SAMPLE_ID)}
          </p>
        </div>
      </div>
    </section>
  );
}
