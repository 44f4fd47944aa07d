import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { PageTabs } from '#ui/page-tabs.tsx';

export function MemberTabs() {
  const { t } = useTranslation('members');
  return (
    <PageTabs
      label={t('list.title')}
      tabs={[
        { href: paths.users(), label: t('list.title'), isExact: true },
        { href: paths.roles(), label: t('roles.title') },
      ]}
    />
  );
}
