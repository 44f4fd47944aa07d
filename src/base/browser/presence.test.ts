import { expect, test } from 'vitest';
import { isOvertaken, type OnlineEntry } from './presence.ts';
import { sessionClaimsOf } from './session-claims.ts';

const entry = (id: string, device_id: string, since: string): OnlineEntry => ({
  device_id,
  user: { id, name: '', email: '', avatar: '', account_id: 'a' },
  info: { since },
});
const own = entry('amara', 'm', '2026-11-21T09:00:00.000Z');

test.each([
  ['nobody else', [own], false],
  ['a later device of the same person', [own, entry('amara', 'b', '2026-11-21T09:05:00.000Z')], true],
  ['an earlier one', [own, entry('amara', 'b', '2026-11-21T08:00:00.000Z')], false],
  ['another tab of this device', [own, entry('amara', 'm', '2026-11-21T09:05:00.000Z')], false],
  ['another person', [own, entry('elif', 'b', '2026-11-21T09:05:00.000Z')], false],
  ['the same moment, a greater id', [own, entry('amara', 'z', own.info.since)], true],
  ['the same moment, a smaller id', [own, entry('amara', 'a', own.info.since)], false],
])('%s: %s', (_, entries, expected) => expect(isOvertaken(own, entries)).toBe(expected));

const token = (claims: object) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;
const at = (iso: string) => ({ method: 'password', timestamp: Date.parse(iso) / 1000 });
const nine = '2026-11-21T09:00:00.000Z';
test.each([
  ['of oneself', token({ sub: 'amara', name: 'Ælfgifu ~?~?', amr: [at(nine)] }), false, nine],
  ['with a second factor, proved later', token({ amr: [at('2026-11-21T09:30:00.000Z'), at(nine)] }), false, nine],
  ['of somebody who has signed in as another', token({ act: { sub: 'owner' }, amr: [at(nine)] }), true, nine],
  ['that does not say when', token({ sub: 'amara' }), false, undefined],
  ['of nobody', undefined, false, undefined],
])('a token %s tells how its person is present', (_, text, isImpersonated, signedInAt) =>
  expect(sessionClaimsOf(text)).toEqual({ isImpersonated, signedInAt }),
);
