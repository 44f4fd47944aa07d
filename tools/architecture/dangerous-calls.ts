import { lineAt, type Rule, type Violation } from './source-tree.ts';

/** A call that needs care, and the files that may make it, each with the reason why it is safe there. */
export type DangerousCall = {
  what: string;
  pattern: RegExp;
  allowed: Readonly<Record<string, string>>;
  instead: string;
};

export const dangerousCalls: readonly DangerousCall[] = [
  {
    what: 'starts another program',
    pattern: /node:child_process/g,
    allowed: {
      'src/base/server/child-process.ts': 'watches the PostgreSQL that embedded-postgres.ts starts',
      'src/base/server/postgres-binaries.ts': 'asks the packaged PostgreSQL for its version, without a shell',
      'src/base/server/embedded-postgres.ts':
        'starts the packaged PostgreSQL, without a shell and with fixed arguments',
    },
    instead: 'Do it in process.',
  },
  {
    what: 'runs a text as code',
    pattern: /\beval\(|\bnew Function\(|node:vm\b/g,
    allowed: {},
    instead: 'Read the text with a parser.',
  },
  {
    what: 'uses a hash that can be broken',
    pattern: /(?:createHash|createHmac|\bhash)\('(?:md5|sha1)'/g,
    allowed: {
      'src/app/render/renderer.ts': 'tells whether a page would be the same, nothing more',
      'src/backend/realtime/row-changes.ts': 'a short name for a replication slot',
      'src/backend/storage/stores/bucket-store.ts': 'the ETag of the published protocol',
      'src/backend/storage/stores/folder-store.ts': 'the ETag of the published protocol',
      'src/backend/storage/unfinished.ts': 'the ETag of the published protocol',
      'src/backend/storage/s3/signed-body.ts': 'Content-MD5 of the published protocol',
      'src/features/platform/reports/visits/seed.ts': 'spreads numbers of the demo',
      'src/base/server/database.ts': 'the name of a prepared statement',
    },
    instead: 'Use SHA-256.',
  },
  {
    what: 'draws a random number that can be guessed',
    pattern: /Math\.random\(/g,
    allowed: { 'src/features/platform/tickets/data.ts': 'tells two files of the same name apart' },
    instead: 'Use randomBytes or randomUUID.',
  },
  {
    what: 'encrypts by hand',
    pattern: /createCipheriv|createDecipheriv/g,
    allowed: {
      'src/backend/auth/imported-passwords.ts': "Firebase's scrypt is made of AES",
      'src/base/server/encryption.ts': 'AES-256-GCM with a new nonce and the row bound in',
    },
    instead: 'Use base/server/encryption.ts.',
  },
  {
    what: 'believes any certificate',
    pattern: /rejectUnauthorized/g,
    allowed: { 'src/base/server/dns-tls-probe.ts': 'looks at a site from outside and sends nothing of ours' },
    instead: 'Name the authority that is to be believed.',
  },
  {
    what: 'puts markup into a page as it is',
    pattern: /dangerouslySetInnerHTML/g,
    allowed: {
      'src/ui/layout/island.tsx': 'properties as JSON with every < escaped',
      'src/app/render/dehydrated-state.tsx': 'scripts of ours, and JSON with every < escaped',
      'src/app/i18n/initial-texts.tsx': 'JSON with every < escaped',
      'src/app/site/site-head.tsx': 'scripts of ours, and JSON with every < escaped',
      'src/app/site/site-notice.tsx': 'a script of ours without a value in it',
      'src/app/site/site-extras.tsx': 'JSON with every < escaped',
      'src/app/site/search-head.tsx': 'JSON with every < escaped',
      'src/features/content/posts/components/long-text.tsx': 'rich text, cleaned when it was saved',
      'src/features/learning/courses/components/markup.tsx': 'rich text, cleaned when it was saved',
      'src/features/content/blocks/components/text-blocks.tsx': 'rich text, cleaned when it was saved',
      'src/features/content/blocks/components/panel-blocks.tsx': 'rich text, cleaned when it was saved',
      'src/features/content/blocks/components/framed-block.tsx': 'a style sheet of checked values',
      'src/features/content/blocks/components/embed-blocks.tsx': 'markup of an author, in a sandboxed frame',
    },
    instead: 'Let React write the text.',
  },
];

/** What needs care stands in few files, each listed with a reason. */
export function dangerousCallsRule(listed: readonly DangerousCall[] = dangerousCalls): Rule {
  return {
    name: 'dangerous calls stand where they are listed',
    check: (tree) =>
      listed.flatMap(({ what, pattern, allowed, instead }): Violation[] => {
        const seen = new Set<string>();
        const violations = tree.files.flatMap(({ path, text }): Violation[] => {
          if (!path.startsWith('src/') || tree.testFiles.has(path)) return [];
          const match = new RegExp(pattern.source).exec(text);
          if (!match) return [];
          seen.add(path);
          if (Object.hasOwn(allowed, path)) return [];
          const rule = `What ${what} is listed with a reason; this is not.`;
          return [{ file: path, line: lineAt(text, match.index), rule, instead, severity: 'failure' }];
        });
        const unused = Object.keys(allowed).filter((path) => tree.paths.includes(path) && !seen.has(path));
        const stale = unused.map(
          (path): Violation => ({
            file: path,
            line: 1,
            rule: `The list says that this file ${what}; it does not.`,
            instead: 'Take it off the list in tools/architecture/dangerous-calls.ts.',
            severity: 'failure',
          }),
        );
        return [...violations, ...stale];
      }),
  };
}
