import { afterAll, beforeAll, expect, test } from 'vitest';
import { openViesStandIn, type ViesBehaviour, type ViesStandIn } from '#tests/vat/vies-stand-in.ts';
import { createViesRegister, type VatAnswer } from './vat-register.ts';

let vies: ViesStandIn;
beforeAll(async () => {
  vies = await openViesStandIn();
});
afterAll(() => vies.close());

test.each<[behaviour: ViesBehaviour | 'unknown', answer: VatAnswer]>([
  ['valid', { is: 'valid', company: 'LUMIERE SARL', consultationNumber: 'WAPIAAAAY40303265045' }],
  ['unknown', { is: 'invalid' }],
  ['unavailable', { is: 'unavailable', reason: 'MS_UNAVAILABLE' }],
  ['silent', { is: 'unavailable', reason: 'timeout' }],
  ['broken', { is: 'unavailable', reason: 'status_502' }],
  ['redirect', { is: 'unavailable', reason: 'unreachable' }],
])('a register that is %s is reported as that', async (behaviour, answer) => {
  vies.behaviours.clear();
  if (behaviour !== 'unknown') vies.behaviours.set('FR40303265045', behaviour);
  expect(await createViesRegister(vies.base, 300).check('FR40303265045', 'DE136695976')).toEqual(answer);
  expect(vies.requests.at(-1)).toEqual({
    countryCode: 'FR',
    vatNumber: '40303265045',
    requesterMemberStateCode: 'DE',
    requesterNumber: '136695976',
  });
});

test('without a number of the seller there is no evidence, and a register that is gone is unavailable', async () => {
  vies.behaviours.set('FR40303265045', 'valid');
  expect(await createViesRegister(vies.base).check('FR40303265045')).toMatchObject({
    is: 'valid',
    consultationNumber: '',
  });
  expect(await createViesRegister('http://127.0.0.1:9').check('FR40303265045')).toEqual({
    is: 'unavailable',
    reason: 'unreachable',
  });
});
