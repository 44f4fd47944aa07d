import { useTranslation } from 'react-i18next';

/** What a role is called: the four the product knows in the reader's language, others as the account named them. */
export function useRoleNames(): (role: { kind: string | null; name: string }) => string {
  const { t } = useTranslation('members');
  return ({ kind, name }) => (kind ? t(`role.${kind}`) : name);
}
