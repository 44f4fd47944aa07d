import { execFile } from 'node:child_process';
import { root } from '#base/server/root.ts';
import { accepted } from './packages/accepted.ts';
import {
  auditReportOf,
  BEHIND_DAYS,
  judgeAdvisories,
  type OutdatedReport,
  packagesBehind,
} from './packages/judge-packages.ts';

/**
 * `npm run check:packages`: which packages of the lock file have published faults, and which direct dependencies are behind.
 * Ends with 1 where a high one is not on the list of accepted ones, with 2 where the registry could not be asked.
 */
const today = new Date();
const report = auditReportOf(await npm('audit', '--json', '--package-lock-only'));
if (!report) {
  process.stderr.write(
    'The registry could not be asked for published faults: there is no network, or it knows none.\n',
  );
  process.exit(2);
}
const { lines, code } = judgeAdvisories(report, accepted, today);
const outdated = JSON.parse((await npm('outdated', '--json')) || '{}') as OutdatedReport;
const times: Record<string, Record<string, string>> = {};
for (const name of Object.keys(outdated)) {
  times[name] = JSON.parse((await npm('view', name, 'time', '--json')) || '{}') as Record<string, string>;
}
const behind = packagesBehind(outdated, times, today);
process.stdout.write(`${[...lines, ...behind].join('\n')}\n`);
process.stdout.write(
  `${lines.length} published faults from moderate on, ${behind.length} direct dependencies more than ${BEHIND_DAYS} days behind.\n`,
);
process.exit(code);

/** What npm writes; it ends with an error where it found something, too. */
function npm(...args: string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile('npm', args, { cwd: root, maxBuffer: 64 * 1024 * 1024 }, (_, stdout) => resolve(stdout));
  });
}
