import { z } from 'zod';
import { defineEvents, fact } from '#base/shared/event-catalogue.ts';

const facts = z.strictObject({
  invoice_id: fact.id,
  order_id: fact.id,
  user_id: fact.id.nullable(),
  kind: fact.oneOf('invoice', 'credit_note'),
  net: fact.number,
  tax: fact.number,
  total: fact.number,
  currency: fact.currency,
});

export const invoiceEvents = defineEvents('commerce/invoices', {
  'invoice.issued': {
    subject: 'invoice',
    facts,
    when: 'An invoice is issued for a paid order, or a credit note for a refund.',
  },
});
