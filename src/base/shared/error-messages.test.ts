import { afterEach, describe, expect, test, vi } from 'vitest';
import { call, errorText, setErrorTexts } from './call.ts';
import { createErrorFormatter, translateErrorBody } from './error-messages.ts';

const english = {
  orders: { noCoupon: 'There is no such coupon.', owned: 'You have "{{title}}" already.' },
  pages: { used: '{{count}} pages show this.' },
  quizzes: {
    noId: 'Question {{number}} has no id.',
    question: 'Question {{number}} {{problem}}',
    points: 'is worth 1 to 100 points.',
  },
  options: { low: 'Too low: {{ratio}}.{{advice}}', nearest: '{{colour}} would do.' },
  codes: { otp_expired: 'Token has expired or is invalid' },
};
const german = {
  orders: { noCoupon: 'Diesen Gutschein gibt es nicht.', owned: 'Sie haben „{{title}}“ schon.' },
  pages: { used_one: 'Eine Seite zeigt das.', used_other: '{{count}} Seiten zeigen das.' },
  quizzes: {
    noId: 'Frage {{number}} hat keine Kennung.',
    question: 'Frage {{number}} {{problem}}',
    points: 'zählt 1 bis 100 Punkte.',
  },
  options: { low: 'Zu gering: {{ratio}}.{{advice}}', nearest: '{{colour}} ginge.' },
  codes: { otp_expired: 'Der Code ist abgelaufen.' },
};
const say = createErrorFormatter(english, german, 'de');

test.each([
  ['There is no such coupon.', 'Diesen Gutschein gibt es nicht.'],
  ['You have "Light & $1 {{x}}" already.', 'Sie haben „Light & $1 {{x}}“ schon.'],
  ['You have "Two\nlines" already.', 'Sie haben „Two\nlines“ schon.'],
  ['1 pages show this.', 'Eine Seite zeigt das.'],
  ['1,200 pages show this.', '1,200 Seiten zeigen das.'],
  ['Many pages show this.', 'Many pages show this.'],
  ['Question 3 has no id.', 'Frage 3 hat keine Kennung.'],
  ['Question 3 is worth 1 to 100 points.', 'Frage 3 zählt 1 bis 100 Punkte.'],
  ['Too low: 2.1. #fff would do.', 'Zu gering: 2.1. #fff ginge.'],
  ['Too low: 2.1.', 'Zu gering: 2.1.'],
  ['Nobody ever said this.', 'Nobody ever said this.'],
  ['', ''],
])('"%s" is translated "%s"', (sentence, expected) => {
  expect(say(sentence)).toBe(expected);
});

test('a message of another version is translated by its code, where that is specific enough', () => {
  expect(say('The token is over', 'otp_expired')).toBe('Der Code ist abgelaufen.');
  expect(say('The token is over', 'invalid')).toBe('The token is over');
});

test.each([
  [
    'ours',
    {
      error: { code: 'invalid', message: 'There is no such coupon.', fields: { a: 'There is no such coupon.', b: 1 } },
    },
    {
      error: {
        code: 'invalid',
        message: 'Diesen Gutschein gibt es nicht.',
        fields: { a: 'Diesen Gutschein gibt es nicht.', b: 1 },
      },
    },
  ],
  [
    'of rest',
    { code: 'P0001', details: 'coupon_unknown', hint: '', message: 'There is no such coupon.' },
    { code: 'P0001', details: 'coupon_unknown', hint: '', message: 'Diesen Gutschein gibt es nicht.' },
  ],
  [
    'of auth',
    { code: 403, error_code: 'otp_expired', msg: 'Over.' },
    { code: 403, error_code: 'otp_expired', msg: 'Der Code ist abgelaufen.' },
  ],
  ['of no shape', ['There is no such coupon.'], ['There is no such coupon.']],
])('a response %s keeps its codes and has its messages translated', (_, body, expected) => {
  expect(translateErrorBody(body, say)).toEqual(expected);
});

describe('a call', () => {
  afterEach(() => {
    setErrorTexts(undefined);
    vi.unstubAllGlobals();
  });
  const stubResponse = (body: BodyInit, status: number, type: string) =>
    vi.stubGlobal('fetch', async () => new Response(body, { status, headers: { 'content-type': type } }));
  const errorBody = JSON.stringify({ error: { code: 'coupon_unknown', message: 'There is no such coupon.' } });

  test('that is refused says so in the reader’s language, with its status and code', async () => {
    const load = vi.fn(async () => say);
    setErrorTexts(load);
    stubResponse(errorBody, 409, 'application/json; charset=utf-8');
    const [told, again] = [await call('/api'), await call('/api')];
    expect([told.status, told.headers.get('content-type')]).toEqual([409, 'application/json; charset=utf-8']);
    expect(await told.json()).toEqual({
      error: { code: 'coupon_unknown', message: 'Diesen Gutschein gibt es nicht.' },
    });
    expect(await again.text()).toContain('Gutschein');
    expect(load).toHaveBeenCalledTimes(1);
  });

  test('that succeeds, or fails without JSON, loads no texts and stays unchanged', async () => {
    const load = vi.fn(async () => say);
    setErrorTexts(load);
    stubResponse(errorBody, 200, 'application/json');
    expect(await (await call('/api')).text()).toBe(errorBody);
    stubResponse('', 500, 'application/json');
    expect(await (await call('/api')).text()).toBe('');
    stubResponse('{"half":', 500, 'application/json');
    expect(await (await call('/api')).text()).toBe('{"half":');
    stubResponse('There is no such coupon.', 502, 'text/html');
    expect(await (await call('/api')).text()).toBe('There is no such coupon.');
    expect(load).not.toHaveBeenCalled();
  });

  test('whose texts fail to load stays English, and the next one retries', async () => {
    const load = vi.fn(async () => say).mockRejectedValueOnce(new Error('away'));
    setErrorTexts(load);
    stubResponse(errorBody, 409, 'application/json');
    expect(await (await call('/api')).text()).toBe(errorBody);
    expect(await (await call('/api')).text()).toContain('Gutschein');
    expect(await errorText('There is no such coupon.')).toBe('Diesen Gutschein gibt es nicht.');
  });
});
