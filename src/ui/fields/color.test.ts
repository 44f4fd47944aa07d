import { describe, expect, it } from 'vitest';
import { contrast, mixColors, parseCssColor } from './color.ts';

describe('parseCssColor', () => {
  it('reads hex in all its lengths', () => {
    expect(parseCssColor('#f00')).toEqual(parseCssColor('#ff0000'));
    expect(parseCssColor('#f008').alpha).toBeCloseTo(0.533, 3);
    expect(parseCssColor('#ff000080').alpha).toBeCloseTo(0.502, 3);
  });
  it('reads oklch as browsers do', () => {
    const red = parseCssColor('oklch(62.8% 0.25768 29.234)');
    expect(red.red).toBeCloseTo(1, 2);
    expect(red.green).toBeCloseTo(0, 2);
    expect(red.blue).toBeCloseTo(0, 2);
    expect(parseCssColor('oklch(100% 0 0)').green).toBeCloseTo(1, 4);
  });
  it('reads three and four channels', () => {
    expect(parseCssColor('rgb(255, 0, 51)')).toEqual({ red: 1, green: 0, blue: 0.2, alpha: 1 });
    expect(parseCssColor(' rgba(0,0,0,.5) ')).toEqual({ red: 0, green: 0, blue: 0, alpha: 0.5 });
    expect(parseCssColor('RGBA(0, 0, 0, 25%)').alpha).toBe(0.25);
  });
  it.each(['', 'red', 'var(--x)', '#12', 'rgba(1,2)', 'rgba(1,2,3,4,5)', 'rgba(a, b, c, 1)', 'hsl(1 2% 3%)'])(
    'throws on %j',
    (text) => {
      expect(() => parseCssColor(text)).toThrow(TypeError);
    },
  );
});

describe('contrast and mixing', () => {
  const white = parseCssColor('#fff');
  const black = parseCssColor('#000');
  it('spans 1 to 21, in either order', () => {
    expect(contrast(white, black)).toBeCloseTo(21, 5);
    expect(contrast(black, white)).toBeCloseTo(21, 5);
    expect(contrast(white, white)).toBe(1);
  });
  it('knows the grey that just passes', () => {
    expect(contrast(white, parseCssColor('#767676'))).toBeCloseTo(4.54, 2);
  });
  it('mixes to the ends', () => {
    expect(mixColors(white, black, 1).red).toBeCloseTo(1, 4);
    expect(mixColors(white, black, 0).red).toBeCloseTo(0, 4);
  });
});
