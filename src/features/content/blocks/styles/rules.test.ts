import { describe, expect, test } from 'vitest';
import { block } from '../rules.ts';
import { problemsOf, validValues } from '../values/rules.ts';
import {
  hasResponsiveStyles,
  isRenderedByBlock,
  responsiveCss,
  responsiveStyles,
  responsiveStylesOf,
  validStyle,
} from './rules.ts';

const fields = {
  ...responsiveStylesOf('titleSize', 'parts', 'side'),
  height: isRenderedByBlock(responsiveStyles.height),
};

describe('a look as it was stored', () => {
  test.each([
    ['a text is the desktop’s', 'small', { desk: 'small' }],
    [
      'a value for each width',
      { desk: 'large', tablet: 'middle', phone: 'small' },
      { desk: 'large', tablet: 'middle', phone: 'small' },
    ],
    ['an empty one is as the wider', { desk: 'large', tablet: '', phone: 'small' }, { desk: 'large', phone: 'small' }],
    ['what is no value is none', { desk: 'enormous', tablet: 7, phone: '}*{' }, {}],
    ['nothing', undefined, {}],
    ['a list', ['small'], {}],
    ['what every object has', 'constructor', {}],
  ])('%s', (_, value, expected) => {
    expect(validStyle(responsiveStyles.height, value)).toEqual(expected);
  });
});

describe('the rules of looks', () => {
  test('hold for their width and all below it, in that order', () => {
    expect(responsiveCss('Hero-1', fields, { titleSize: { desk: 'large', phone: 'small' } })).toBe(
      '.bk-Hero-1{--look-title:clamp(2rem,1.5rem + 2.2vw,3rem)}' +
        '@media (max-width:47.99rem){.bk-Hero-1{--look-title:clamp(1.25rem,1.1rem + .6vw,1.5rem)}}',
    );
  });
  test('are those of the document before there were widths: none where the block draws the value itself', () => {
    expect(responsiveCss('Spacer-1', fields, { height: 'small' })).toBe('');
    expect(hasResponsiveStyles(fields, { height: 'small' })).toBe(false);
    expect(responsiveCss('Spacer-1', fields, { height: { desk: 'small', phone: 'large' } })).toBe(
      '@media (max-width:47.99rem){.bk-Spacer-1{--look-high:var(--s-32)}}',
    );
  });
  test('show columns only where that is set, not on the phone below', () => {
    const rules = responsiveCss('Hero-1', fields, { side: { desk: 'end' } });
    expect(rules).toContain('.bk-Hero-1{--look-turn:1;--look-last:2}');
    expect(rules).toContain('@media (min-width:64rem){.bk-Hero-1{--look-split:var(--look-parts,');
    expect(rules).not.toContain('max-width');
  });
  test('are of nothing an author wrote', () => {
    expect(responsiveCss('x', fields, { titleSize: '</style>', side: { desk: 'red;}' }, parts: { phone: 'x' } })).toBe(
      '',
    );
  });
});

describe('a block with responsive styles', () => {
  const definitions = {
    Room: block({
      strings: 'blocks',
      group: 'layout',
      fields: { height: isRenderedByBlock(responsiveStyles.height), ...responsiveStylesOf('ratio') },
      defaults: { height: 'middle' },
      render: () => null,
    }),
  };
  const problems = (props: object) => problemsOf([{ type: 'Room', props: { id: 'x', ...props } }], definitions);
  test.each([
    ['none', {}, 0],
    ['a text', { height: 'small', ratio: '1:1' }, 0],
    ['widths', { height: { desk: 'small', tablet: '', phone: 'large' }, ratio: { phone: '4:3' } }, 0],
    ['no such value', { height: 'enormous' }, 1],
    ['no such value at one width', { ratio: { phone: '7:1' } }, 1],
  ])('may hold %s', (_, props, count) => {
    expect(problems(props)).toHaveLength(count);
  });
  test('is rendered with the desktop value', () => {
    expect(validValues(definitions.Room, { height: { desk: 'large', phone: 'small' } }).height).toBe('large');
    expect(validValues(definitions.Room, { height: { phone: 'small' } }).height).toBe('middle');
    expect(validValues(definitions.Room, { height: 'small' }).height).toBe('small');
  });
});
