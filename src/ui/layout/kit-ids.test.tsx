import { readFileSync } from 'node:fs';
import { useSSRSafeId } from 'react-aria/private/ssr/SSRProvider';
import { SSRProvider, useIsSSR } from 'react-aria/SSRProvider';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import * as own from './kit-ids.ts';

const kit = { SSRProvider, useIsSSR, useSSRSafeId };
// The attribute its parts find it by, and nothing else.
const kitModule = new URL('../../../node_modules/react-aria/dist/private/ssr/SSRProvider.mjs', import.meta.url);

function Ids({ useSSRSafeId }: Pick<typeof own, 'useSSRSafeId'>) {
  return <i id={useSSRSafeId()} title={useSSRSafeId()} lang={useSSRSafeId('given')} />;
}
const render = (of: Pick<typeof own, 'useSSRSafeId'>) =>
  renderToString(
    <>
      <Ids {...of} />
      <Ids {...of} />
    </>,
  );

test('the replacement of React Aria’s ids has the same exports', () => {
  const exported = /export \{(.*)\}/.exec(readFileSync(kitModule, 'utf8'))?.[1] ?? '';
  expect(Object.keys(own).sort()).toEqual(exported.match(/\w+(?=,|$)/g)?.sort());
});

test('the ids are those the server writes with the whole kit', () => {
  expect(render(own)).toBe(render(kit));
  expect(new Set(render(own).match(/(?:id|title)="[^"]*"/g)).size).toBe(4);
  expect(render(own)).toContain('lang="given"');
});

test('both report a server render', () => {
  const Says = ({ useIsSSR }: Pick<typeof own, 'useIsSSR'>) => String(useIsSSR());
  expect([renderToString(<Says {...own} />), renderToString(<Says {...kit} />)]).toEqual(['true', 'true']);
});
