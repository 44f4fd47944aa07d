import { useTranslation } from 'react-i18next';

/** Returns a role's label: built-in roles are translated, others have their own name. */
export function useRoleNames(): (role: { kind: string | null; name: string }) => string {
  const { t } = useTranslation('members');
  return ({ kind, name }) => (kind ? t(`role.${kind}`) : name);
}
