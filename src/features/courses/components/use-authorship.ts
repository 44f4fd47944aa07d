import { useCan, useMember } from '#base/browser/member.ts';

/**
 * Whose courses one may change: a member id where it is one's own alone, null where it is everybody's. Policies decide
 * the same (`private.editable_courses`); a list of what one may change has to ask for no more.
 */
export function useAuthorship(): string | null {
  const member = useMember();
  const mayEditAll = [useCan('manage_options'), useCan('manage_curriculum')].includes(true);
  return mayEditAll ? null : member.id;
}
