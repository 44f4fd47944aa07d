import { ArrowUpRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { useOpenSite } from '#features/platform/reports/components/use-open-site.ts';
import { paths } from '#paths';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Card } from '#ui/layout/section.tsx';
import { type CreatedSite, SiteForm } from './site-form.tsx';

/** Wizard that creates a site: name, slug and purpose. */
export function SiteWizard({ made, onMade }: { made: CreatedSite | null; onMade: (site: CreatedSite) => void }) {
  const { t } = useTranslation('billing');
  return (
    <main id="content" className="page">
      <PageHeader
        title={t(made ? 'wizard.liveTitle' : 'wizard.title')}
        sentence={t(made ? 'wizard.live' : 'wizard.sentence')}
      />
      {made ? <Opened site={made} /> : <SiteForm onMade={onMade} />}
    </main>
  );
}

function Opened({ site }: { site: CreatedSite }) {
  const { t } = useTranslation('billing');
  const { base_domain } = useSite();
  const { open, isBusy } = useOpenSite();
  return (
    <Card>
      <div className="grid gap-4">
        <p dir="ltr" className="text-lg font-semibold">{`${site.slug}.${base_domain}`}</p>
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" iconEnd={ArrowUpRight} isBusy={isBusy} onPress={() => open(site.id)}>
            {t('app.open')}
          </Button>
          <LinkButton href={paths.setup(site.id)}>{t('wizard.next')}</LinkButton>
        </div>
      </div>
    </Card>
  );
}
