import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCoverage } from './coverage-page.ts';

const FOLDER = 'docs/coverage';

type Page = { name: string; title: string; rows: number; open: number; sections: Map<string, number> };

/** The pages of coverage under `root`, by their names: one for each feature, service and folder of the product. */
export function coveragePages(root: string): string[] {
  return readdirSync(join(root, FOLDER))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `${FOLDER}/${name}`);
}

/** `docs/coverage.md`: which pages there are, and on which of them a section of the specification or of an issue stands. */
export function coverageIndex(root: string): string {
  const pages = coveragePages(root).map((path) => readPage(root, path));
  const sections = [...new Set(pages.flatMap((page) => [...page.sections.keys()]))].sort();
  const sum = (count: (page: Page) => number) => pages.reduce((total, page) => total + count(page), 0);
  return `# What the product is asked to do, and which test shows it

Written by \`npm run coverage -- --write\` from the pages in [docs/coverage](coverage): one for each feature, service and
folder. On a page stands one row for each thing that is asked, under the section of the specification (§) or the work that
asks for it. The right cell names tests as \`file › title\` (a group may stand between; several are parted by \`<br>\`), or says
\`open: why\`. \`npm run check\` fails where a named test does not exist or is skipped, and where this index is stale.

${sum(({ rows }) => rows)} rows, ${sum(({ open }) => open)} of them open.

| page | rows | open |
| --- | --- | --- |
${pages.map(({ name, title, rows, open }) => `| [${title}](coverage/${name}) | ${rows} | ${open} |`).join('\n')}

| section | rows | pages |
| --- | --- | --- |
${sections.map((section) => sectionRow(section, pages)).join('\n')}
`;
}

function sectionRow(section: string, pages: readonly Page[]): string {
  const those = pages.filter((page) => page.sections.has(section));
  const rows = those.reduce((total, page) => total + (page.sections.get(section) ?? 0), 0);
  return `| ${section} | ${rows} | ${those.map(({ name }) => `[${name.replace('.md', '')}](coverage/${name})`).join(', ')} |`;
}

function readPage(root: string, path: string): Page {
  const text = readFileSync(join(root, path), 'utf8');
  const { rows, open } = readCoverage(root, text);
  const lines = text.split('\n');
  const sections = new Map<string, number>();
  for (const { line } of rows) {
    const section =
      lines
        .slice(0, line)
        .findLast((text) => text.startsWith('## '))
        ?.slice(3) ?? '';
    sections.set(section, (sections.get(section) ?? 0) + 1);
  }
  const title = lines.find((text) => text.startsWith('# '))?.slice(2) ?? path;
  return { name: path.slice(FOLDER.length + 1), title, rows: rows.length, open, sections };
}
