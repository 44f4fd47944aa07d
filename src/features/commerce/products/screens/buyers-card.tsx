import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { RadioGroup } from '#ui/fields/choice.tsx';
import { ComboBox } from '#ui/fields/select.tsx';
import type { Draft } from '#ui/fields/use-draft.ts';
import { Card } from '#ui/layout/section.tsx';
import { type CourseChoice, productQueries } from '../data.ts';
import { type BuyerKind, buyerKinds } from '../schema.ts';
import type { ProductValues } from './product-draft.ts';

/** Who may buy the product. */
export function BuyersCard({ draft, courses }: { draft: Draft<ProductValues>; courses: readonly CourseChoice[] }) {
  const { t } = useTranslation('products');
  const db = useDb();
  const { account_id } = useAccount();
  const { buyers } = draft.values;
  const roles = useQuery({ ...productQueries.roles(db, account_id), enabled: buyers === 'role' });
  return (
    <Card>
      <div className="grid gap-4">
        <RadioGroup
          label={t('form.buyers')}
          value={buyers}
          onChange={(kind) => draft.set('buyers', kind as BuyerKind)}
          options={buyerKinds.map((id) => ({ id, label: t(`buyers.${id}`) }))}
        />
        {buyers === 'course' ? (
          <ComboBox
            label={t('form.course')}
            options={courses.map(({ id, title: label, language }) => ({ id, label, language }))}
            {...draft.field('buyers_course_id')}
          />
        ) : null}
        {buyers === 'role' ? (
          <ComboBox
            label={t('form.role')}
            options={(roles.data ?? []).map(({ role_id: id, name: label }) => ({ id, label }))}
            {...draft.field('buyers_role_id')}
          />
        ) : null}
      </div>
    </Card>
  );
}
