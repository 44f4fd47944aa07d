import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '#base/server/root.ts';
import { contents } from '#features/contents.ts';
import { subscribers as webhooks } from '#features/developers/webhooks/subscribers.ts';
import { eventCatalogue } from '#features/events.ts';
import { features } from '#features/features.ts';
import notificationTexts from '#features/platform/notifications/texts/en.json' with { type: 'json' };
import { apis, seeds } from '#features/server-parts.ts';
import { contributions } from './contributions.ts';
import { menuIcons } from './menu-icons.ts';

const texts: { kind: Record<string, string> } = notificationTexts;
const folderOf = (name: string) => join(root, 'src/features', contents.find((path) => path.endsWith(`/${name}`)) ?? '');
const sqlOf = (name: string) =>
  readdirSync(folderOf(name), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('policies.sql'))
    .map((path) => readFileSync(join(folderOf(name), path), 'utf8'))
    .join('\n');
const all = <Item>(of: (feature: (typeof features)[number]) => readonly Item[] | undefined) =>
  features.flatMap((feature) => (of(feature) ?? []).map((item) => ({ feature: feature.name, item })));

describe('what features bring', () => {
  test('is of every feature once, under the name of its folder', () => {
    const names = features.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(existsSync(join(folderOf(name), 'feature.ts')), name).toBe(true);
    expect(Object.keys(seeds).length).toBeGreaterThan(20);
    expect(apis.length).toBeGreaterThan(15);
  });

  test('are screens whose files exist, and no address twice', () => {
    const screens = all(({ screens }) => screens);
    expect(screens.length).toBeGreaterThan(100);
    const paths = screens.map(({ item }) => item.path);
    expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([]);
    expect(screens.filter(({ feature, item }) => !existsSync(join(folderOf(feature), item.file)))).toEqual([]);
  });

  test('are menu entries with icons that are there', () => {
    const icons = contributions.flatMap(({ menus }) => menus ?? []).map(({ icon }) => icon);
    expect(icons.filter((icon) => !menuIcons[icon])).toEqual([]);
    expect(Object.keys(menuIcons).filter((icon) => !icons.some((used) => used === icon))).toEqual([]);
  });

  test('are the events that its SQL emits, of which webhooks offer all that may leave', () => {
    for (const { owner, type } of eventCatalogue) {
      const [noun = '', verb = ''] = type.split('.');
      const sql = sqlOf(owner.split('/')[1] ?? '');
      expect(sql, type).toMatch(new RegExp(`private\\.emit\\([^;]*'${noun}\\.`));
      expect(sql, type).toMatch(new RegExp(`'(${noun}\\.)?${verb}'`));
    }
    const emitting = contents.filter((path) => / private\.emit\(/.test(sqlOf(path.split('/')[1] ?? '')));
    expect(emitting.filter((path) => path !== 'platform/events')).toEqual([
      ...new Set(eventCatalogue.map(({ owner }) => owner)),
    ]);
    const chosen = webhooks.flatMap(({ types }) => (typeof types === 'function' ? types(eventCatalogue) : []));
    expect(chosen).toEqual(eventCatalogue.filter(({ isOffered }) => isOffered).map(({ type }) => type));
  });

  test('are the kinds of notifications somebody can switch off', () => {
    const kinds = all(({ notifications }) => notifications).map(({ item }) => item);
    expect(kinds.filter((kind, at) => kinds.indexOf(kind) !== at)).toEqual([]);
    expect(kinds.filter((kind) => !texts.kind[kind] || !texts.kind[`${kind}Text`])).toEqual([]);
  });
});
