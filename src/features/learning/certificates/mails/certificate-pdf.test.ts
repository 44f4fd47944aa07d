import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { localeCodes } from '#base/shared/locales.ts';
import { readPdf, undrawn } from '#tests/pdf.ts';
import { textOf } from '#tests/texts.ts';
import { fontIds, type Look } from '../schema.ts';
import { certificatePdf, type PrintedCertificate } from './certificate-pdf.ts';

const ADDRESS = 'https://lumen.example/certificates/3f2b8c1e-5a47-4d0b-9c6e-1f7a2d84b0c5';
const look: Look = {
  language: 'en',
  title: 'Certificate of completion',
  body: 'This certifies that\n{{name}}\nhas completed\n{{course}}\non {{date}}. No. {{id}}',
  signatory: 'Tomás Ferreira, director',
  logo: null,
  font: 'sans',
  is_landscape: true,
  accent: '#8a4b08',
  valid_months: 12,
};
const certificate = (design: Partial<Look> = {}, more: Partial<PrintedCertificate> = {}): PrintedCertificate => ({
  id: '3f2b8c1e-5a47-4d0b-9c6e-1f7a2d84b0c5',
  holder: 'Zoë Łukasiewicz',
  course: 'Light and exposure',
  issuer: 'Lumen Academy',
  design: { ...look, ...design },
  achieved_at: '2026-11-21T10:00:00Z',
  issued_at: '2026-11-22T10:00:00Z',
  expires_at: '2027-11-22T10:00:00Z',
  ...more,
});
const pdfOf = async (it: PrintedCertificate, picture: Buffer | null = null) =>
  readPdf((await certificatePdf(it, { address: ADDRESS, picture, textOf })).content);

test('its text can be extracted as it is read: title, name, course, dates, number, signature and address', async () => {
  const { title, language, pages } = await pdfOf(certificate());
  expect([title, language]).toEqual(['Certificate of completion · Light and exposure · Zoë Łukasiewicz', 'en']);
  expect(pages).toHaveLength(1);
  expect(pages[0]?.texts).toEqual([
    ['H1', 'Certificate of completion'],
    ['P', 'This certifies that'],
    ['P', 'Zoë Łukasiewicz'],
    ['P', 'has completed'],
    ['P', 'Light and exposure'],
    ['P', 'on November 21, 2026. No. 3f2b8c1e-5a47-4d0b-9c6e-1f7a2d84b0c5'],
    ['P', 'Tomás Ferreira, director'],
    ['P', 'Valid until November 22, 2027'],
    ['P', 'Check this certificate at'],
    ['P', ADDRESS],
  ]);
  expect(pages[0]?.lines.join('\n')).toContain('Zoë Łukasiewicz');
});

describe('in any font and language', () => {
  test.each(fontIds)('%s draws Latin, and Arabic where it has none of its own', async (font) => {
    const { pages } = await pdfOf(certificate({ font }, { holder: 'أمينة حداد' }));
    expect(pages[0]?.missing).toBe(0);
    expect(undrawn(pages[0]?.texts.map(([, text]) => text) ?? [], pages[0]?.runs ?? [])).toBe('');
  });

  test.each(localeCodes)('%s has every word and no missing glyph', async (language) => {
    const name = (key: string) => textOf(language, 'certificates', key);
    const holder = name('sample.name');
    const { pages, ...file } = await pdfOf(
      certificate({ language, title: name('starter.title') }, { holder, course: name('sample.course') }),
    );
    expect(file.language).toBe(language);
    expect(pages).toHaveLength(1);
    expect(pages[0]?.missing).toBe(0);
    const texts = pages[0]?.texts.map(([, text]) => text) ?? [];
    expect(texts).toEqual(expect.arrayContaining([holder, name('document.verify')]));
    expect(undrawn(texts, pages[0]?.runs ?? [])).toBe('');
  });

  test('Arabic is shaped and runs from the right, whoever reads it', async () => {
    const { pages } = await pdfOf(
      certificate({ language: 'ar', body: 'أكمل {{name}} دورة' }, { holder: 'Zoë', expires_at: null }),
    );
    // From left to right, as it is drawn.
    expect(pages[0]?.runs.join('|')).toContain('Zoë');
    expect(pages[0]?.lines.find((line) => line.includes('Zoë'))).toMatch(/Zoë/);
    expect(pages[0]?.texts).toContainEqual(['P', 'أكمل Zoë دورة']);
  });
});

describe('one page', () => {
  test.each([true, false])('holds as much as a design may say, across (%s)', async (is_landscape) => {
    const words = (length: number) => 'word '.repeat(length / 5).trim();
    const { pages } = await pdfOf(
      certificate(
        { is_landscape, title: words(120), body: words(800), signatory: words(120) },
        { holder: words(120), course: words(160) },
      ),
    );
    expect(pages).toHaveLength(1);
  });

  test('has the picture of the school, named by it', async () => {
    const picture = await sharp({ create: { width: 600, height: 100, channels: 4, background: '#336699' } })
      .webp()
      .toBuffer();
    const { pages } = await pdfOf(certificate(), picture);
    expect(pages[0]).toMatchObject({ images: 1 });
    expect(pages[0]?.texts[0]).toEqual(['Figure', 'Lumen Academy']);
  });

  test('is there without a picture that can’t be read', async () => {
    const { pages } = await pdfOf(certificate(), Buffer.from('no picture'));
    expect(pages[0]).toMatchObject({ images: 0 });
  });
});

test('the same certificate gives the same bytes', async () => {
  const file = () => certificatePdf(certificate(), { address: ADDRESS, picture: null, textOf });
  const [first, second] = [await file(), await file()];
  expect(first.name).toBe('certificate-3f2b8c1e.pdf');
  expect(Buffer.compare(first.content, second.content)).toBe(0);
});
