import { useTranslation } from 'react-i18next';
import { useCan } from '#base/browser/member.ts';
import { paths } from '#paths';
import { PageTabs } from '#ui/layout/page-tabs.tsx';

export function MemberTabs() {
  const { t } = useTranslation('members');
  const mayManageSite = useCan('manage_options');
  return (
    <PageTabs
      label={t('list.title')}
      tabs={[
        { href: paths.users(), label: t('list.title'), isExact: true },
        { href: paths.invitations(), label: t('invite.list') },
        { href: paths.importMembers(), label: t('import.title') },
        { href: paths.memberFields(), label: t('fields.title') },
        ...(mayManageSite ? [{ href: paths.roles(), label: t('roles.title') }] : []),
      ]}
    />
  );
}
