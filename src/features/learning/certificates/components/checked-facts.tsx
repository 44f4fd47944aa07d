import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { ContentText } from '#ui/display/content-language.tsx';
import { Fact } from './fact.tsx';

type Dates = { issuer: string; achieved_at: string; expires_at: string | null };

/** Who issued it, when, and until when it is valid. */
export function IssuedFacts({ issuer, achieved_at, expires_at }: Dates) {
  const { t } = useTranslation('certificates');
  const { locale } = useSite();
  const day = (moment: string) => dateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(moment));
  return (
    <>
      <Fact name={t('check.issuer')}>
        <ContentText isApart>{issuer}</ContentText>
      </Fact>
      <Fact name={t('list.date')}>{day(achieved_at)}</Fact>
      {expires_at ? <Fact name={t('list.validUntil')}>{day(expires_at)}</Fact> : null}
    </>
  );
}
