import { Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Card } from '#ui/layout/section.tsx';
import type { PublishedRate } from '../rates/schema.ts';
import type { Registration } from '../sellers/schema.ts';
import { RegistrationPanel } from './registration-panel.tsx';
import { useTaxWords } from './use-tax-words.ts';

type RegistrationListProps = {
  registrations: readonly Registration[];
  published: readonly PublishedRate[];
  /** The country of the seller. */
  home: string;
};

/** Where the shop is registered: tax is collected there and nowhere else. */
export function RegistrationList({ registrations, published, home }: RegistrationListProps) {
  const { t } = useTranslation('tax');
  const { placeOf } = useTaxWords();
  const [edited, setEdited] = useState<Registration | 'new' | null>(null);
  const nameOf = (row: Registration) =>
    row.scheme === 'one_stop_shop' ? t('registrations.oneStopShop') : placeOf(row);
  return (
    <Card
      isBare
      title={t('registrations.title')}
      sentence={t('registrations.text')}
      actions={
        <Button size="sm" icon={Plus} onPress={() => setEdited('new')}>
          {t('registrations.add')}
        </Button>
      }
    >
      <ul className="list">
        {registrations.length === 0 ? <li className="list-row muted">{t('registrations.none')}</li> : null}
        {registrations.map((row) => (
          <li key={row.id} className="list-row">
            <span className="grid min-w-0 flex-1">
              <span className="font-medium">{nameOf(row)}</span>
              <span className="help">
                {row.scheme === 'one_stop_shop' ? placeOf(row) : null}
                {row.scheme === 'one_stop_shop' && row.number ? ' · ' : null}
                {row.number ? <bdi>{row.number}</bdi> : null}
                {row.scheme === 'local' && !row.number ? t('registrations.noNumber') : null}
              </span>
            </span>
            <IconButton
              icon={Pencil}
              label={t('registrations.edit', { place: nameOf(row) })}
              onPress={() => setEdited(row)}
            />
          </li>
        ))}
      </ul>
      {edited ? (
        <RegistrationPanel
          registration={edited === 'new' ? null : edited}
          name={edited === 'new' ? null : nameOf(edited)}
          published={published}
          home={home}
          onClose={() => setEdited(null)}
        />
      ) : null}
    </Card>
  );
}
