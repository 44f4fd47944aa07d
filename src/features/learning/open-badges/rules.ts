import type { Earned } from './schema.ts';

/** LinkedIn's form for a certification, filled in. https://addtoprofile.linkedin.com */
export function linkedInAddress({ name, awarded_at, expires_at, id }: Earned, issuer: string, address: string): string {
  const dateOf = (moment: string, which: 'issue' | 'expiration') => {
    const date = new Date(moment);
    return { [`${which}Year`]: String(date.getUTCFullYear()), [`${which}Month`]: String(date.getUTCMonth() + 1) };
  };
  const fields = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name,
    organizationName: issuer,
    ...dateOf(awarded_at, 'issue'),
    ...(expires_at ? dateOf(expires_at, 'expiration') : {}),
    certUrl: address,
    certId: id ?? '',
  });
  return `https://www.linkedin.com/profile/add?${fields}`;
}
