import { expect, test } from 'vitest';
import { linkedInAddress } from './rules.ts';

test('the form of LinkedIn is filled in with what was earned, when, by whom, and where it is proved', () => {
  const earned = {
    certificate_id: 'c',
    badge_id: null,
    id: 'b',
    name: 'ضوء & Licht',
    description: '',
    language: 'ar',
    awarded_at: '2026-01-31T23:00:00+00:00',
    expires_at: '2027-02-01T00:00:00+00:00',
    state: 'valid' as const,
    is_on_card: true,
  };
  const address = new URL(linkedInAddress(earned, 'Lumen Academy', 'https://demo.example/badges/b'));
  expect(address.origin + address.pathname).toBe('https://www.linkedin.com/profile/add');
  expect(Object.fromEntries(address.searchParams)).toEqual({
    startTask: 'CERTIFICATION_NAME',
    name: 'ضوء & Licht',
    organizationName: 'Lumen Academy',
    issueYear: '2026',
    issueMonth: '1',
    expirationYear: '2027',
    expirationMonth: '2',
    certUrl: 'https://demo.example/badges/b',
    certId: 'b',
  });
});
