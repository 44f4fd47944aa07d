import { resolve } from 'node:path';
import { allRules } from './architecture/all-rules.ts';
import { readSourceTree } from './architecture/source-tree.ts';

const root = resolve(process.argv[2] ?? '.');
const tree = readSourceTree(root);
let passed = 0;
let failed = 0;
for (const { name, check } of allRules) {
  const violations = check(tree);
  for (const { file, line, rule, instead, severity } of violations) {
    process.stdout.write(`${file}:${line} ${severity}: ${rule} ${instead}\n`);
  }
  const isBroken = violations.some(({ severity }) => severity === 'failure');
  if (isBroken) failed += 1;
  else passed += 1;
  process.stdout.write(`${isBroken ? 'broken' : 'kept  '} ${name}\n`);
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;
