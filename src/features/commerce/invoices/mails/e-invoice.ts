import type { Invoice as EInvoice } from '@e-invoice-eu/core';
import type { Attachment } from '#base/server/mail.ts';
import { minorUnitsPerMajor } from '#base/shared/money.ts';
import { eInvoiceGaps, fileNameOf, ibanOf, taxCodes } from '../rules.ts';
import type { Buyer, EInvoiceFormat, InvoiceLine, InvoiceTax } from '../schema.ts';
import type { IssuedInvoice } from './issued-invoice.ts';

/** An invoice with which rules of EN 16931 the document can't meet, because something was not known when it was issued. */
export class IncompleteInvoice extends Error {}

type Ubl = EInvoice['ubl:Invoice'];
/** Words of an exemption, in the language of the invoice. */
type NoteOf = (category: InvoiceTax['tax_category']) => string;

const FORMATS = {
  ubl: { format: 'UBL', ending: 'ubl.xml', type: 'application/xml' },
  cii: { format: 'CII', ending: 'cii.xml', type: 'application/xml' },
  hybrid: { format: 'Factur-X-EN16931', ending: 'e-invoice.pdf', type: 'application/pdf' },
} as const;

/**
 * An invoice or credit note as EN 16931 has it: in one of the two syntaxes, or as PDF with the second one inside it, for which
 * `pdf` is the invoice as it is read by people. @throws {IncompleteInvoice}
 */
export async function eInvoice(
  invoice: IssuedInvoice,
  format: EInvoiceFormat,
  noteOf: NoteOf,
  pdf?: Attachment,
): Promise<Attachment> {
  const gaps = eInvoiceGaps(invoice);
  if (gaps.length > 0) throw new IncompleteInvoice(gaps.join(', '));
  // Loaded with the first e-invoice: the library takes 60 MB.
  const { InvoiceService } = await import('@e-invoice-eu/core');
  const { ending, type, format: name } = FORMATS[format];
  const content = await new InvoiceService(silent).generate(eInvoiceModel(invoice, noteOf), {
    format: name,
    lang: invoice.locale,
    noWarnings: true,
    ...(pdf ? { pdf: { buffer: pdf.content, filename: pdf.name, mimetype: pdf.type } } : {}),
  });
  return { name: `${fileNameOf(invoice.number)}.${ending}`, type, content: Buffer.from(content) };
}

const silent = { log: () => {}, warn: () => {}, error: () => {}, info: () => {}, debug: () => {} };

/** The semantic model of an invoice, as the library takes it: the names are those of UBL, whatever is written. */
export function eInvoiceModel(invoice: IssuedInvoice, noteOf: NoteOf): EInvoice {
  const { document, currency } = invoice;
  const amount = amountsIn(currency);
  const party = partiesOf(invoice);
  return {
    'ubl:Invoice': {
      'cbc:ID': invoice.number,
      'cbc:IssueDate': dayOf(invoice.issued_at),
      'cbc:InvoiceTypeCode': invoice.kind === 'invoice' ? '380' : '381',
      ...(document.reason ? { 'cbc:Note': [document.reason] } : {}),
      'cbc:DocumentCurrencyCode': currency as Ubl['cbc:DocumentCurrencyCode'],
      'cac:OrderReference': { 'cbc:ID': String(document.order_number) },
      ...(document.corrects
        ? {
            'cac:BillingReference': [
              {
                'cac:InvoiceDocumentReference': {
                  'cbc:ID': document.corrects.number,
                  'cbc:IssueDate': dayOf(document.corrects.issued_at),
                },
              },
            ],
          }
        : {}),
      ...party,
      'cac:Delivery': { 'cbc:ActualDeliveryDate': dayOf(document.paid_at) },
      'cac:PaymentMeans': [paymentMeansOf(invoice)],
      ...sumsOf(invoice, amount, noteOf),
      'cac:InvoiceLine': document.lines.map((line, index) => lineOf(line, index, amount)) as Ubl['cac:InvoiceLine'],
    },
  };
}

function sumsOf(
  { net, tax, total, document }: IssuedInvoice,
  amount: Amounts,
  noteOf: NoteOf,
): Pick<Ubl, 'cac:TaxTotal' | 'cac:LegalMonetaryTotal'> {
  return {
    'cac:TaxTotal': [
      {
        ...amount('cbc:TaxAmount', tax),
        'cac:TaxSubtotal': mergedTaxes(document.taxes).map((one) => ({
          ...amount('cbc:TaxableAmount', one.net),
          ...amount('cbc:TaxAmount', one.tax),
          'cac:TaxCategory': {
            ...categoryOf(one),
            ...exemptionOf(one, noteOf),
            'cac:TaxScheme': { 'cbc:ID': 'VAT' },
          },
        })),
      },
    ],
    'cac:LegalMonetaryTotal': {
      ...amount('cbc:LineExtensionAmount', net),
      ...amount('cbc:TaxExclusiveAmount', net),
      ...amount('cbc:TaxInclusiveAmount', total),
      // It is paid, or given back, before the document is issued.
      ...amount('cbc:PrepaidAmount', total),
      ...amount('cbc:PayableAmount', 0),
    },
  };
}

type Amounts = ReturnType<typeof amountsIn>;

/** An amount of the smallest unit with its currency, under a name of UBL. */
function amountsIn(currency: string) {
  const unit = minorUnitsPerMajor(currency);
  return <Name extends string>(name: Name, minor: number) =>
    ({ [name]: (minor / unit).toFixed(Math.log10(unit)), [`${name}@currencyID`]: currency }) as Record<Name, string> &
      Record<`${Name}@currencyID`, Ubl['cbc:DocumentCurrencyCode']>;
}

const dayOf = (moment: string) => new Date(moment).toISOString().slice(0, 10);

function lineOf(line: InvoiceLine, index: number, amount: Amounts): Ubl['cac:InvoiceLine'][number] {
  return {
    'cbc:ID': String(index + 1),
    'cbc:InvoicedQuantity': String(line.quantity),
    'cbc:InvoicedQuantity@unitCode': 'C62',
    ...amount('cbc:LineExtensionAmount', line.net),
    'cac:Item': {
      'cbc:Name': line.title,
      'cac:ClassifiedTaxCategory': { ...categoryOf(line), 'cac:TaxScheme': { 'cbc:ID': 'VAT' } },
    },
    // The price is that of the whole line, so that no rounding of one piece makes it differ from its amount.
    'cac:Price': {
      ...amount('cbc:PriceAmount', line.net),
      'cbc:BaseQuantity': String(line.quantity),
      'cbc:BaseQuantity@unitCode': 'C62',
    },
  };
}

/** Two rates of one name and another are one of EN 16931: it knows category and rate alone. */
function mergedTaxes(taxes: readonly InvoiceTax[]): InvoiceTax[] {
  const groups = Map.groupBy(taxes, ({ tax_category, tax_rate }) => `${taxCodes[tax_category]} ${tax_rate}`);
  const sum = (group: readonly InvoiceTax[], part: 'net' | 'tax') => group.reduce((all, tax) => all + tax[part], 0);
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map((first) => ({ ...first, net: sum(group, 'net'), tax: sum(group, 'tax') })),
  );
}

function categoryOf({ tax_category, tax_rate }: Pick<InvoiceTax, 'tax_category' | 'tax_rate'>) {
  const code = taxCodes[tax_category];
  return { 'cbc:ID': code, ...(code === 'O' ? {} : { 'cbc:Percent': String(tax_rate) }) };
}

function exemptionOf({ tax_category }: InvoiceTax, noteOf: NoteOf) {
  const code = taxCodes[tax_category];
  if (code === 'S' || code === 'Z') return {};
  const codes = { AE: 'VATEX-EU-AE', G: 'VATEX-EU-G', O: 'VATEX-EU-O' } as const;
  return {
    ...(code === 'E' ? {} : { 'cbc:TaxExemptionReasonCode': codes[code] }),
    'cbc:TaxExemptionReason': noteOf(tax_category),
  };
}

function partiesOf({
  document,
}: IssuedInvoice): Pick<Ubl, 'cac:AccountingSupplierParty' | 'cac:AccountingCustomerParty'> {
  const { seller, buyer, site } = document;
  // Outside the scope of the tax no VAT number may be named (BR-O-02).
  const isOutside = document.taxes.some(({ tax_category }) => tax_category === 'outside');
  const buyerName = buyer.company || buyer.name;
  return {
    'cac:AccountingSupplierParty': {
      'cac:Party': {
        ...endpointOf(seller.email),
        // A seller is identified by one number at least (BR-CO-26).
        ...(seller.registration_number || (seller.vat_number && !isOutside)
          ? {}
          : { 'cac:PartyIdentification': [{ 'cbc:ID': seller.vat_number || site }] }),
        'cac:PartyName': { 'cbc:Name': site },
        'cac:PostalAddress': addressOf(seller),
        'cac:PartyTaxScheme': isOutside || !seller.vat_number ? [] : [taxNumber(seller.vat_number)],
        'cac:PartyLegalEntity': {
          'cbc:RegistrationName': seller.legal_name || site,
          ...(seller.registration_number ? { 'cbc:CompanyID': seller.registration_number } : {}),
        },
        ...(seller.email
          ? { 'cac:Contact': { 'cbc:Name': seller.legal_name || site, 'cbc:ElectronicMail': seller.email } }
          : {}),
      },
    },
    'cac:AccountingCustomerParty': {
      'cac:Party': {
        ...endpointOf(buyer.email),
        'cac:PostalAddress': addressOf(buyer),
        ...(buyer.vat_number && !isOutside ? { 'cac:PartyTaxScheme': taxNumber(buyer.vat_number) } : {}),
        'cac:PartyLegalEntity': { 'cbc:RegistrationName': buyerName },
        ...(buyer.email ? { 'cac:Contact': { 'cbc:Name': buyer.name, 'cbc:ElectronicMail': buyer.email } } : {}),
      },
    },
  } as Pick<Ubl, 'cac:AccountingSupplierParty' | 'cac:AccountingCustomerParty'>;
}

/** Where e-invoices are sent to: EM is an e-mail address. */
const endpointOf = (email: string) => ({ 'cbc:EndpointID': email, 'cbc:EndpointID@schemeID': 'EM' as const });

const taxNumber = (number: string) => ({ 'cbc:CompanyID': number, 'cac:TaxScheme': { 'cbc:ID': 'VAT' } });

function addressOf({
  street,
  postcode,
  city,
  region,
  country,
}: Pick<Buyer, 'street' | 'postcode' | 'city' | 'region' | 'country'>) {
  return {
    ...(street ? { 'cbc:StreetName': street } : {}),
    ...(city ? { 'cbc:CityName': city } : {}),
    ...(postcode ? { 'cbc:PostalZone': postcode } : {}),
    ...(region ? { 'cbc:CountrySubentity': region } : {}),
    'cac:Country': { 'cbc:IdentificationCode': country },
  };
}

/** UNTDID 4461: 30 is a credit transfer, which names its account; 68 a payment service; 1 what has no code. */
function paymentMeansOf({ document }: IssuedInvoice): NonNullable<Ubl['cac:PaymentMeans']>[number] {
  const iban = ibanOf(document.seller.bank);
  if (document.provider !== 'offline') return { 'cbc:PaymentMeansCode': '68' };
  return iban
    ? { 'cbc:PaymentMeansCode': '30', 'cac:PayeeFinancialAccount': { 'cbc:ID': iban } }
    : { 'cbc:PaymentMeansCode': '1' };
}
