import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcutsOn } from '#base/browser/shortcuts.ts';
import { paths } from '#paths';
import { TextLink } from '#ui/buttons/link.tsx';
import { Note } from '#ui/display/states.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useCommandKeyName } from '#ui/palette/command-key.ts';
import { Kbd } from '#ui/palette/kbd.tsx';
import { type Act, acts, GO, type ShortcutTarget } from './shortcut-table.ts';

/** All shortcuts of this person. */
export function ShortcutSheet({
  targets,
  offered,
  isOpen,
  onOpenChange,
}: {
  targets: readonly ShortcutTarget[];
  /** The available actions. */
  offered: readonly Act[];
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}) {
  const { t } = useTranslation(['shell', 'dashboard']);
  const { isOn } = useShortcutsOn();
  const commandKey = useCommandKeyName();
  return (
    <Dialog title={t('shortcuts.title')} isWide isOpen={isOpen} onOpenChange={onOpenChange}>
      {(close) => (
        <>
          {isOn ? null : <Note tone="info">{t('shortcuts.isOff')}</Note>}
          <div className="grid gap-6 sm:grid-cols-2">
            <Keys
              title={t('shortcuts.do')}
              lines={[
                { words: t('shortcuts.search'), keys: [commandKey, acts.search], joint: t('shortcuts.or') },
                ...offered
                  .filter((act) => act !== 'search')
                  .map((act) => ({ words: t(`shortcuts.${act}`), keys: [acts[act]], joint: '' })),
                { words: t('shortcuts.close'), keys: ['esc'], joint: '' },
              ]}
            />
            <Keys
              title={t('shortcuts.go')}
              lines={targets.map(({ key, entry }) => ({
                words: t(entry.label),
                keys: [GO, key],
                joint: t('shortcuts.then'),
              }))}
            />
          </div>
          <p className="muted text-sm">
            {t('shortcuts.hint')}{' '}
            <TextLink href={paths.profile()} onPress={close}>
              {t('shortcuts.profile')}
            </TextLink>
          </p>
        </>
      )}
    </Dialog>
  );
}

/** `joint`: the word between two keys, "then" or "or". */
type KeyLine = { words: string; keys: readonly string[]; joint: string };

function Keys({ title, lines }: { title: string; lines: readonly KeyLine[] }) {
  return (
    <section>
      <h3 className="mb-2 text-sm font-semibold">{title}</h3>
      <dl className="keys">
        {lines.map(({ words, keys, joint }) => (
          <div key={`${words}${keys.join()}`}>
            <dt>{words}</dt>
            <dd>
              {keys.map((key, at) => (
                <Fragment key={key}>
                  {at > 0 ? <span className="muted text-xs">{joint}</span> : null}
                  <span dir="ltr">
                    <Kbd>{key}</Kbd>
                  </span>
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
