import { createInstance } from 'i18next';
import type { FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { expect, test } from 'vitest';
import { unknownTypes } from '../../document/rules.ts';
import { block } from '../../rules.ts';
import { builderConfig } from './builder-config.tsx';

const blockTexts = { blocks: { Unknown: { name: 'Unknown', text: 'Nothing here draws “{{type}}”.' } } };
const blocks = {
  Box: block({
    strings: 'blocks',
    group: 'layout',
    fields: { inside: { kind: 'slot' } },
    defaults: { inside: [] },
    render: () => null,
  }),
};

test('a block nobody can draw is told to who edits the page, wherever it stands, and has nothing to change', async () => {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ lng: 'en', resources: { en: { blocks: blockTexts } } });
  const unknownBlock = { type: 'Hologram', props: { id: 'Hologram-1', depth: 3 } };
  const content = [{ type: 'Box', props: { id: 'Box-1', inside: [unknownBlock] } }];
  const config = builderConfig(blocks, (key, options) => i18n.t(key, options), unknownTypes(content, blocks));
  const Hologram = config.components.Hologram?.render as FunctionComponent<object>;
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <Hologram />
    </I18nextProvider>,
  );
  expect(html).toContain('Nothing here draws “Hologram”.');
  // Without fields it can't be edited, but still be moved or removed.
  expect(config.components.Hologram?.fields).toEqual({});
});

test('a block whose subject is not built yet stands on no shelf, and is drawn where a page has it', () => {
  const config = builderConfig({ ...blocks, Soon: { ...blocks.Box, isUnavailable: true } }, (key) => key, []);
  expect(config.components.Soon).toBeDefined();
  const offered = Object.values(config.categories ?? {}).flatMap((shelf) => shelf?.components ?? []);
  expect(offered).toContain('Box');
  expect(offered).not.toContain('Soon');
});

test('a set of blocks and the settings of any document make a canvas', () => {
  const subject = { type: 'text' as const, label: 'Subject' };
  const config = builderConfig(blocks, (key) => key, [], { Box: { inside: [] } }, { subject });
  expect(config.root?.fields).toEqual({ subject });
  expect(Object.keys(config.components)).toEqual(['Box']);
});
