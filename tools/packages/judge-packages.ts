/** What `npm audit --json` writes (report version 2), as far as it is read here. */
export type AuditReport = {
  auditReportVersion: number;
  vulnerabilities: Record<
    string,
    { name: string; isDirect: boolean; via: (string | Advisory)[]; fixAvailable: unknown }
  >;
};
type Advisory = { name: string; title: string; url: string; severity: string; range: string };

/** What `npm outdated --json` writes. */
export type OutdatedReport = Record<string, { current?: string; latest: string }>;

/** A published fault that is known and lived with for now. */
export type Accepted = { advisory: string; reason: string; date: string };

export type Judgement = { lines: string[]; code: 0 | 1 };

const SEVERITIES = ['moderate', 'high', 'critical'];
/** An acceptance is looked at anew after so many days. */
export const ACCEPTED_DAYS = 90;
/** So many days a newer release may be out before a direct dependency counts as behind. */
export const BEHIND_DAYS = 180;

/** The report, or null where what npm wrote is none: no network, or a registry that knows no advisories. */
export function auditReportOf(text: string): AuditReport | null {
  try {
    const report = JSON.parse(text) as Partial<AuditReport>;
    return report.auditReportVersion === 2 && report.vulnerabilities ? (report as AuditReport) : null;
  } catch {
    return null;
  }
}

/** Published faults from moderate on; a high or critical one that nobody accepted fails. */
export function judgeAdvisories(report: AuditReport, accepted: readonly Accepted[], today: Date): Judgement {
  const advisories = new Map<string, Advisory>();
  for (const { via } of Object.values(report.vulnerabilities))
    for (const one of via) if (typeof one === 'object') advisories.set(`${one.url} ${one.name}`, one);
  const lines: string[] = [];
  let code: 0 | 1 = 0;
  const isOf = (acceptance: Accepted, { url }: Advisory) => url.endsWith(`/${acceptance.advisory}`);
  for (const one of [...advisories.values()].filter(({ severity }) => SEVERITIES.includes(severity))) {
    const acceptance = accepted.find((entry) => isOf(entry, one));
    const isAccepted = acceptance !== undefined && daysSince(acceptance.date, today) <= ACCEPTED_DAYS;
    const fails = one.severity !== 'moderate' && !isAccepted;
    if (fails) code = 1;
    const users = report.vulnerabilities[one.name]?.isDirect ? 'used directly' : 'used by other packages';
    const standing = isAccepted
      ? `accepted on ${acceptance.date}: ${acceptance.reason}`
      : acceptance
        ? `accepted on ${acceptance.date}, over ${ACCEPTED_DAYS} days ago: look at it anew`
        : fails
          ? 'to be mended'
          : 'moderate';
    lines.push(`${one.severity}: ${one.name} ${one.range} (${users}): ${one.title} ${one.url} [${standing}]`);
  }
  for (const entry of accepted)
    if (![...advisories.values()].some((one) => isOf(entry, one)))
      lines.push(`accepted, but no package has it any more: ${entry.advisory}. Take it off the list.`);
  return { lines, code };
}

/** Direct dependencies whose next release has been out for too long. `timesOf` has when each version of a package came out. */
export function packagesBehind(
  outdated: OutdatedReport,
  timesOf: Readonly<Record<string, Readonly<Record<string, string>>>>,
  today: Date,
): string[] {
  return Object.entries(outdated).flatMap(([name, { current, latest }]) => {
    if (!current) return [];
    const newer = Object.entries(timesOf[name] ?? {})
      .filter(([version]) => /^\d+\.\d+\.\d+$/.test(version) && isNewer(version, current))
      .map(([, time]) => time)
      .sort();
    const days = newer[0] ? daysSince(newer[0], today) : 0;
    return days > BEHIND_DAYS
      ? [`behind: ${name} ${current}, ${latest} is there; the next was out ${days} days ago`]
      : [];
  });
}

function isNewer(version: string, than: string): boolean {
  const [left, right] = [version, than].map((text) => (text.split('-')[0] ?? '').split('.').map(Number));
  for (let at = 0; at < 3; at++) {
    const difference = (left?.[at] ?? 0) - (right?.[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return than.includes('-');
}

function daysSince(date: string, today: Date): number {
  return Math.floor((today.getTime() - Date.parse(date)) / 86_400_000);
}
