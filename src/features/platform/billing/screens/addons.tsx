import { useTranslation } from 'react-i18next';
import { Badge } from '#ui/display/badge.tsx';
import { Card } from '#ui/layout/section.tsx';
import { OwnerScreen } from '../components/owner-screen.tsx';

/** Announced by the specification, section 9. Free add-ons are offered once the product has them. */
const planned = ['affiliates', 'mobile_app', 'whitelabel'] as const;

/** Lists the add-ons planned for later. */
export default function Addons() {
  const { t } = useTranslation('billing');
  return (
    <OwnerScreen name="addons">
      {() => (
        <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {planned.map((id) => (
            <li key={id}>
              <Card
                title={t(`addon.${id}.title`)}
                sentence={t(`addon.${id}.text`)}
                actions={<Badge isOutline>{t('addon.planned')}</Badge>}
              />
            </li>
          ))}
        </ul>
      )}
    </OwnerScreen>
  );
}
