import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { PageTabs } from '#ui/layout/page-tabs.tsx';

/** What there is about certificates, each with its own URL. */
export function CertificateTabs() {
  const { t } = useTranslation('certificates');
  return (
    <div className="mb-4">
      <PageTabs
        label={t('screenNames.certificates')}
        tabs={[
          { href: paths.certificates(), label: t('design.tab'), isExact: true },
          { href: `${paths.certificates()}/courses`, label: t('screenNames.courseCertificates') },
          { href: `${paths.certificates()}/issued`, label: t('screenNames.issuedCertificates') },
        ]}
      />
    </div>
  );
}
