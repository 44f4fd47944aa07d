import type { LucideIcon } from 'lucide-react';
import { fuzzyScore } from '#ui/palette/fuzzy.ts';
import { featureLists } from '../menus/feature-lists.ts';
import { innerScreens } from '../menus/inner-screens.ts';
import { iconOf } from '../menus/menu-icons.ts';
import { entryOf, isOpenTo, type MenuAccess, mayOpen } from '../menus/menu-rules.ts';
import { commonPlaces, guardedAddresses, memberMenu, profileMenu } from '../menus/menus.ts';

export type SettingLine = { id: string; href: string; name: string; sentence: string; words: string };
type Translate = (key: string, options: { defaultValue?: string }) => string;
export type SettingGroup = { id: string; icon: LucideIcon; title: string; settings: SettingLine[] };

const entries = [...memberMenu, ...profileMenu, ...commonPlaces];

/** The screens with settings of a site, each with the keys of its texts; `area` is its entry of the profile menu, whose access rule applies. */
const settings = featureLists.flatMap(({ name: feature, settings: own = [] }) =>
  own.map(({ id, area, href }) => ({
    id,
    area,
    href,
    // Its own name, or that of the nearest menu entry.
    name: (innerScreens.find(({ at }) => at === href) ?? entryOf(href, entries))?.label ?? '',
    sentence: `${feature}:settingTexts.${id}`,
    words: `${feature}:settingWords.${id}`,
  })),
);

/** The settings someone may open that match a search, by area; an area's own screen comes first. */
export function settingsFor(access: MenuAccess, query: string, t: Translate): SettingGroup[] {
  const search = query.trim();
  return profileMenu
    .filter((area) => isOpenTo(area, access))
    .map((area) => {
      const title = t(area.label, {});
      const lines = settings
        .filter((setting) => setting.area === area.id && mayOpen(setting.href, guardedAddresses, access))
        .map(({ id, href, name, sentence, words }) => ({
          id,
          href,
          name: t(name, {}),
          sentence: t(sentence, {}),
          words: t(words, { defaultValue: '' }),
        }))
        .sort((a, b) => Number(b.href === area.href) - Number(a.href === area.href));
      const fits = ({ name, sentence, words }: SettingLine) =>
        search === '' || fuzzyScore(`${name} ${title} ${sentence} ${words}`, search) > 0;
      return { id: area.id, icon: iconOf(area), title, settings: lines.filter(fits) };
    })
    .filter(({ settings: lines }) => lines.length > 0);
}
