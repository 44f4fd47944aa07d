import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from '#tests/db/world.ts';
import { themePresets } from '#ui/fields/theme-presets.ts';
import { type ColourName, hexOf, lowestContrast, nearestReadable, ratioOf } from './theme-contrast.ts';
import { plainTheme, radii, radiusOf, themeModes, wholeHalf } from './theme-values.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const theme = (overrides: object) => ({ preset: 'plain' as const, light: {}, dark: {}, night: {}, ...overrides });

const save = (person: 'owner' | 'student', value: object) =>
  world.attempt(
    person,
    `insert into public.options (account_id, key, value) values ($1, 'theme', $2)
     on conflict (account_id, key) do update set value = excluded.value returning key`,
    [world.demo, JSON.stringify(value)],
  );

test('the database knows the colours every preset begins with', async () => {
  const [row] = await world.sql.query<{ known: Record<string, Record<string, Record<string, string>>> }>(
    'select private.preset_colours() as known',
  );
  const presets = {
    plain: plainTheme,
    ...Object.fromEntries(
      Object.entries(themePresets).map(([name, { light, dark }]) => [name, { light, dark, night: dark }]),
    ),
  };
  for (const [name, preset] of Object.entries(presets))
    for (const mode of themeModes)
      for (const [colour, value] of Object.entries(row?.known[name]?.[mode] ?? { missing: '' }))
        expect([name, mode, colour, value]).toEqual([
          name,
          mode,
          colour,
          (preset as Record<string, Record<string, string>>)[mode]?.[`--color-${colour}`],
        ]);
});

describe('a theme that can’t be read is refused by the database, with the nearest colour that can', () => {
  test.each([
    ['a primary too close to its words', { light: { '--color-primary': '#8fb8c4' } }, 'primary'],
    ['words too close to the paper', { light: { '--color-base-content': '#999999' } }, 'base-content'],
    ['an accent in the dark', { dark: { '--color-accent': '#333333' } }, 'accent'],
    ['night alone', { night: { '--color-neutral-content': '#444444' } }, 'neutral-content'],
    ['a preset’s paper turned dark', { preset: 'lumen', light: { '--color-base-100': '#202020' } }, 'base-100'],
  ])('%s', async (_, overrides, name) => {
    const outcome = await save('owner', overrides);
    expect(outcome).toMatchObject({ refused: 'invalid' });
    const mode = (Object.keys(overrides).find((key) => key !== 'preset') ?? 'light') as 'light';
    const full = wholeHalf(theme(overrides), mode);
    const nearest = nearestReadable(full, name as ColourName);
    const message = (outcome as { message: string }).message;
    expect(message).toContain('4.5 : 1 is needed');
    expect(message).toContain(nearest ? `${nearest} would do for ${name}` : 'as well');
    if (!nearest) return;
    const repaired = {
      ...overrides,
      [mode]: { ...(overrides as Record<string, object>)[mode], [`--color-${name}`]: nearest },
    };
    expect(await save('owner', repaired)).toEqual({ rows: [{ key: 'theme' }] });
  });

  test('a colour that can’t be read at all', async () => {
    for (const value of ['rebeccapurple', 'rgba(0, 0, 0, 0.5)', '#12345', 'oklch(10% 0.1)', ''])
      expect((await save('owner', { light: { '--color-primary': value } })) as object, value).toMatchObject({
        refused: 'invalid',
        message: expect.stringContaining('can’t be read. Write it as'),
      });
  });

  test('fonts and radii are not checked; the presets and other keys pass', async () => {
    for (const value of [
      { light: { '--radius-box': '2rem', '--font-body': '"Geist", sans-serif' } },
      { preset: 'lumen', light: {}, dark: {}, night: {} },
      ...(['plain', 'lumen', 'atelier'] as const).map((preset) => ({
        preset,
        ...Object.fromEntries(themeModes.map((mode) => [mode, wholeHalf(theme({ preset }), mode)])),
      })),
    ])
      expect(await save('owner', value)).toEqual({ rows: [{ key: 'theme' }] });
    expect(await save('student', { light: {} })).toMatchObject({ refused: '42501' });
  });
});

test('browser and database measure alike', async () => {
  const pairs = [
    ['#000', '#ffffff'],
    ['#777777', '#ffffff'],
    ['oklch(44% 0.079 212)', 'oklch(99.7% 0.001 75)'],
    ['rgb(12, 200, 90)', '#123456'],
    ['oklch(82% 0.152 72)', 'oklch(23% 0.05 60)'],
  ] as const;
  for (const [first, second] of pairs) {
    const [row] = await world.sql.query<{ ratio: number }>(
      'select private.contrast_of(private.rgb_of($1), private.rgb_of($2)) as ratio',
      [first, second],
    );
    expect(row?.ratio).toBeCloseTo(ratioOf(first, second), 6);
  }
  expect(ratioOf('#000', '#fff')).toBeCloseTo(21, 6);
  expect(hexOf('oklch(100% 0 0)')).toBe('#ffffff');
});

test('a colour is checked against the partner with the lowest contrast', () => {
  const full = wholeHalf(theme({ light: { '--color-primary': '#6fa8b8' } }), 'light');
  expect(['base-200', 'primary-content']).toContain(lowestContrast(full, 'primary').with);
  expect(lowestContrast(full, 'primary').ratio).toBeLessThan(4.5);
});

test('night inherits the values of dark', () => {
  const full = wholeHalf(
    theme({ dark: { '--color-primary': '#abcdef' }, night: { '--color-accent': '#eeeeee' } }),
    'night',
  );
  expect([full['--color-primary'], full['--color-accent'], full['--color-base-100']]).toEqual([
    '#abcdef',
    '#eeeeee',
    plainTheme.night['--color-base-100'],
  ]);
});

test('a radius maps to its name, a custom one to the nearest', () => {
  for (const [name, radius] of Object.entries(radii)) expect(radiusOf(radius)).toBe(name);
  expect(radiusOf({ '--radius-box': '0.8rem', '--radius-field': '0.5rem' })).toBe('medium');
});
