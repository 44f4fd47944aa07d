import { Truck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { countryName } from '#base/shared/countries.ts';
import { dateFormat, numberFormat } from '#base/shared/formats.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useUnsavedInPanel } from '#ui/fields/unsaved.ts';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { deliveriesKey, shipLine } from '../data.ts';
import type { Delivery } from '../schema.ts';

/** Where a thing is sent, and what it can be followed by. */
export function ShipmentPart({ delivery, isManager }: { delivery: Delivery; isManager: boolean }) {
  const { t } = useTranslation('fulfilment');
  const { locale } = useSite();
  const { street, postcode, city, country, company } = delivery.orders.billing_address;
  const { shipments: shipment } = delivery;
  const weight = delivery.products?.weight_grams;
  const day = dateFormat(locale, { dateStyle: 'medium' });
  const grams = numberFormat(locale, { style: 'unit', unit: 'gram' });
  const lines = [
    delivery.orders.customer_name,
    company,
    street,
    [postcode, city].filter(Boolean).join(' '),
    countryName(country, locale),
  ].filter(Boolean);
  return (
    <>
      <section className="grid gap-1">
        <h3 className="font-semibold">{t('shipment.to')}</h3>
        <p className="whitespace-pre-line" dir="auto">
          {lines.join('\n')}
        </p>
        {isManager && weight ? (
          <p className="help">{t('shipment.weight', { weight: grams.format(weight * delivery.quantity) })}</p>
        ) : null}
      </section>
      {shipment ? (
        <section className="grid gap-1">
          <h3 className="font-semibold">{t('shipment.sentOn', { date: day.format(new Date(shipment.created_at)) })}</h3>
          {shipment.note ? <p dir="auto">{shipment.note}</p> : null}
        </section>
      ) : null}
      {isManager ? <ShipForm key={delivery.id} delivery={delivery} note={shipment?.note ?? ''} /> : null}
      {!isManager && !shipment && delivery.products?.shipping_note ? (
        <p dir="auto">{delivery.products.shipping_note}</p>
      ) : null}
    </>
  );
}

function ShipForm({ delivery, note }: { delivery: Delivery; note: string }) {
  const { t } = useTranslation('fulfilment');
  const db = useDb();
  const { account_id } = useAccount();
  const draft = useDraft({ saved: { note }, validate: () => ({}), labels: { note: t('shipment.note') } });
  useUnsavedInPanel(draft.isChanged);
  const { save, isSaving, problem } = useSave(() => shipLine(db, delivery.id, draft.values.note), {
    form: draft,
    invalidates: [deliveriesKey(account_id)],
    onSaved: () => draft.accept(),
    done: t('shipment.done', { title: delivery.title }),
  });
  const isSent = delivery.shipments !== null;
  return (
    <Form label={t('shipment.send')} problem={problem} onSubmit={() => void save()}>
      <TextField
        label={t('shipment.note')}
        description={t('shipment.noteHelp')}
        maxLength={500}
        isOptional
        {...draft.field('note')}
      />
      <div>
        <Button type="submit" variant={isSent ? undefined : 'primary'} icon={Truck} isBusy={isSaving}>
          {t(isSent ? 'shipment.change' : 'shipment.send')}
        </Button>
      </div>
    </Form>
  );
}
