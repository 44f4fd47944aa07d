import { describe, expect, test } from 'vitest';
import { type AuditReport, auditReportOf, judgeAdvisories, packagesBehind } from './judge-packages.ts';

/** As `npm audit --json` writes it, cut to three packages. */
const recorded = JSON.stringify({
  auditReportVersion: 2,
  vulnerabilities: {
    'brace-expansion': {
      name: 'brace-expansion',
      severity: 'low',
      isDirect: false,
      via: [
        {
          source: 1105443,
          name: 'brace-expansion',
          dependency: 'brace-expansion',
          title: 'brace-expansion Regular Expression Denial of Service vulnerability',
          url: 'https://github.com/advisories/GHSA-v6h2-p8h4-qcjw',
          severity: 'low',
          cwe: ['CWE-400'],
          cvss: { score: 3.1, vectorString: 'CVSS:3.1/AV:N/AC:H/PR:L/UI:N/S:U/C:N/I:N/A:L' },
          range: '>=1.0.0 <=1.1.11',
        },
      ],
      effects: [],
      range: '1.0.0 - 1.1.11',
      nodes: ['node_modules/brace-expansion'],
      fixAvailable: true,
    },
    lodash: {
      name: 'lodash',
      severity: 'high',
      isDirect: true,
      via: [
        {
          source: 1106913,
          name: 'lodash',
          dependency: 'lodash',
          title: 'Command Injection in lodash',
          url: 'https://github.com/advisories/GHSA-35jh-r3h4-6jhm',
          severity: 'high',
          cwe: ['CWE-77', 'CWE-94'],
          cvss: { score: 7.2, vectorString: 'CVSS:3.1/AV:N/AC:L/PR:H/UI:N/S:U/C:H/I:H/A:H' },
          range: '<4.17.21',
        },
        {
          source: 1106914,
          name: 'lodash',
          dependency: 'lodash',
          title: 'Regular Expression Denial of Service (ReDoS) in lodash',
          url: 'https://github.com/advisories/GHSA-29mw-wpgm-hmr9',
          severity: 'moderate',
          cwe: ['CWE-400', 'CWE-1333'],
          cvss: { score: 5.3, vectorString: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:L' },
          range: '>=4.0.0 <4.17.21',
        },
      ],
      effects: ['parent'],
      range: '<=4.17.20',
      nodes: ['node_modules/lodash'],
      fixAvailable: { name: 'lodash', version: '4.17.21', isSemVerMajor: false },
    },
    parent: {
      name: 'parent',
      severity: 'high',
      isDirect: false,
      via: ['lodash'],
      effects: [],
      range: '*',
      nodes: ['node_modules/parent'],
      fixAvailable: true,
    },
  },
  metadata: {
    vulnerabilities: { info: 0, low: 1, moderate: 0, high: 2, critical: 0, total: 3 },
    dependencies: { prod: 3, dev: 0, optional: 0, peer: 0, peerOptional: 0, total: 3 },
  },
});
/** What it writes where the registry knows no advisories. */
const refused = JSON.stringify({
  message: '405 Method Not Allowed - POST https://registry.example/-/npm/v1/security/advisories/bulk',
  method: 'POST',
  statusCode: 405,
  body: '',
  error: { summary: '', detail: '' },
});
const report = auditReportOf(recorded) as AuditReport;
const clean: AuditReport = { auditReportVersion: 2, vulnerabilities: {} };
const today = new Date('2026-11-23T12:00:00Z');
const acceptance = {
  advisory: 'GHSA-35jh-r3h4-6jhm',
  reason: 'its template function is never called',
  date: '2026-10-01',
};

describe('published faults', () => {
  test('a high one fails, each is said once, and low ones are left out', () => {
    const { lines, code } = judgeAdvisories(report, [], today);
    expect(code).toBe(1);
    expect(lines).toEqual([
      'high: lodash <4.17.21 (used directly): Command Injection in lodash https://github.com/advisories/GHSA-35jh-r3h4-6jhm [to be mended]',
      'moderate: lodash >=4.0.0 <4.17.21 (used directly): Regular Expression Denial of Service (ReDoS) in lodash https://github.com/advisories/GHSA-29mw-wpgm-hmr9 [moderate]',
    ]);
  });

  test('one that was accepted does not, and its reason is said', () => {
    const { lines, code } = judgeAdvisories(report, [acceptance], today);
    expect(code).toBe(0);
    expect(lines[0]).toContain('[accepted on 2026-10-01: its template function is never called]');
  });

  test('an acceptance ends after 90 days', () => {
    const { lines, code } = judgeAdvisories(report, [{ ...acceptance, date: '2026-08-01' }], today);
    expect(code).toBe(1);
    expect(lines[0]).toContain('look at it anew');
  });

  test('none is none, but for what is accepted in vain', () => {
    expect(judgeAdvisories(clean, [], today)).toEqual({ lines: [], code: 0 });
    expect(judgeAdvisories(clean, [acceptance], today)).toEqual({
      lines: ['accepted, but no package has it any more: GHSA-35jh-r3h4-6jhm. Take it off the list.'],
      code: 0,
    });
  });

  test.each([
    ['nothing', ''],
    ['a refusal of the registry', refused],
    ['no network', JSON.stringify({ error: { code: 'ENOTFOUND', summary: 'request failed' } })],
  ])('%s is no report: nothing is known, which is not nothing found', (_, text) => {
    expect(auditReportOf(text)).toBeNull();
  });
});

describe('a direct dependency', () => {
  const times = {
    zod: {
      '4.0.0': '2025-07-10',
      '4.1.0': '2026-01-10',
      '4.2.0': '2026-11-01',
      '4.3.0-beta.1': '2025-08-01',
      '3.99.0': '2025-08-01',
    },
  };
  const behind = (current: string) => packagesBehind({ zod: { current, latest: '4.2.0' } }, times, today);

  test('is behind where its next release has been out for over 180 days', () => {
    expect(behind('4.0.0')).toEqual(['behind: zod 4.0.0, 4.2.0 is there; the next was out 317 days ago']);
  });

  test('is not where it came out lately, whatever came out for older ones or to try', () => {
    expect(behind('4.1.0')).toEqual([]);
    expect(behind('4.2.0')).toEqual([]);
  });

  test('that is not installed, or whose releases are not known, is passed over', () => {
    expect(
      packagesBehind({ zod: { latest: '4.2.0' }, other: { current: '1.0.0', latest: '2.0.0' } }, times, today),
    ).toEqual([]);
  });
});
