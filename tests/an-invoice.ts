type Category = 'standard' | 'reduced' | 'zero' | 'exempt' | 'reverse_charge' | 'export' | 'outside';
type Line = {
  item_id: string;
  title: string;
  quantity: number;
  discount: number;
  net: number;
  tax: number;
  total: number;
  tax_rate: number;
  tax_category: Category;
  tax_name: string;
};
type More = {
  number?: string;
  kind?: 'invoice' | 'credit_note';
  locale?: string;
  currency?: string;
  document?: {
    provider?: string;
    corrects?: { number: string; issued_at: string };
    reason?: string;
    refund_kind?: string;
  };
};

/** A line at 19 % unless told; its tax and total follow from `net`. */
export function aLine(line: Partial<Line> = {}): Line {
  const { net = 10_000, tax_rate = 19 } = line;
  const tax = Math.round((net * tax_rate) / 100);
  return {
    item_id: 'a',
    title: 'Light and exposure',
    quantity: 1,
    discount: 0,
    tax_category: 'standard',
    tax_name: 'VAT',
    ...line,
    net,
    tax_rate,
    tax,
    total: net + tax,
  };
}

/** An invoice of these lines as the database freezes it, of a German seller to a Portuguese company unless told. */
export function anInvoice(lines: readonly Line[] = [aLine()], more: More = {}) {
  const sum = (all: readonly Pick<Line, 'net' | 'tax'>[], part: 'net' | 'tax') =>
    all.reduce((whole, one) => whole + one[part], 0);
  const groups = Map.groupBy(
    lines,
    ({ tax_category, tax_rate, tax_name }) => `${tax_category} ${tax_rate} ${tax_name}`,
  );
  const taxes = [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map(({ tax_category, tax_rate, tax_name }) => ({
      tax_category,
      tax_rate,
      tax_name,
      net: sum(group, 'net'),
      tax: sum(group, 'tax'),
    })),
  );
  const { document, ...rest } = more;
  return {
    id: '0198a5c0-0000-7000-8000-00000000000c',
    number: 'INV-2026-0007',
    kind: 'invoice' as const,
    issued_at: '2026-11-21T10:00:00Z',
    locale: 'en',
    currency: 'EUR',
    net: sum(lines, 'net'),
    tax: sum(lines, 'tax'),
    total: sum(lines, 'net') + sum(lines, 'tax'),
    ...rest,
    document: {
      version: 1 as const,
      order_number: 1007,
      prices_include_tax: false,
      tax_country: 'DE',
      provider: 'offline',
      paid_at: '2026-11-20T10:00:00Z',
      site: 'Lumen Academy',
      seller: {
        legal_name: 'Lumen Academy GmbH',
        street: 'Linienstraße 12',
        postcode: '10178',
        city: 'Berlin',
        region: '',
        country: 'DE',
        vat_number: 'DE136695976',
        registration_number: 'HRB 204851 B',
        email: 'owner@demo.test',
        phone: '',
        bank: 'Musterbank\nIBAN DE89 3704 0044 0532 0130 00',
      },
      buyer: {
        name: 'Amara Okafor',
        email: 'amara@example.test',
        company: 'Luz Lda.',
        street: 'Rua do Sol 5',
        postcode: '1200-001',
        city: 'Lisboa',
        region: '',
        country: 'PT',
        vat_number: 'PT999999990',
      },
      lines: [...lines],
      taxes,
      ...document,
    },
  };
}
