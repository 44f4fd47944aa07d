import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { TeachingTabs } from '#features/learning/courses/components/teaching-tabs.tsx';
import { paths } from '#paths';
import { LinkButton } from '#ui/buttons/button.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { ErrorState } from '#ui/display/states.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { DesignForm } from '../components/design-form.tsx';
import { DesignPicker } from '../components/design-picker.tsx';
import { CertificateTabs } from '../components/designer-tabs.tsx';
import { designsQuery } from '../data.ts';
import type { Design } from '../schema.ts';

const NEW = 'new';

/** What certificates of the site say and look like. */
export default function Designer() {
  const { t } = useTranslation('certificates');
  const { account_id } = useAccount();
  const designs = useQuery(designsQuery(useDb(), account_id));
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('screenNames.certificates')}
        sentence={t('design.sentence')}
        actions={
          designs.data?.length ? (
            <LinkButton icon={Plus} href={paths.certificates(NEW)}>
              {t('design.new')}
            </LinkButton>
          ) : null
        }
      />
      <TeachingTabs />
      <CertificateTabs />
      {designs.isError ? <ErrorState onRetry={() => void designs.refetch()} isRetrying={designs.isFetching} /> : null}
      {designs.isPending ? <SkeletonText lines={8} /> : null}
      {designs.data ? <ChosenDesign designs={designs.data} /> : null}
    </main>
  );
}

/** The design the address names, else that of the account; without any, a first proposal. */
function ChosenDesign({ designs }: { designs: readonly Design[] }) {
  const [query, setQuery] = useSearchParams();
  const named = query.get('design');
  const design = named === NEW ? null : (designs.find(({ id }) => id === named) ?? designs[0] ?? null);
  const open = (id: string | null) => setQuery(id ? { design: id } : {}, { replace: true });
  return (
    <>
      {designs.length > 0 ? <DesignPicker designs={designs} design={design} onChoose={open} /> : null}
      <DesignForm key={design?.id ?? NEW} design={design} onSaved={open} />
    </>
  );
}
