/** A one-page PDF with a heading and lines of text, in a standard font. */
export function pdfOf(title: string, lines: readonly string[]): Buffer {
  const escaped = (text: string) => text.replace(/[\\()]/g, '\\$&');
  const content = [
    'BT /F2 20 Tf 56 770 Td',
    `(${escaped(title)}) Tj /F1 11 Tf 0 -16 Td`,
    ...lines.map((line) => `0 -19 Td (${escaped(line)}) Tj`),
    'ET',
  ].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (en) >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R /F2 5 0 R >> >> /Contents 6 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

export const histogramWorksheet = pdfOf('Eight histograms without their pictures', [
  'Write beside each what it could be a picture of. Then turn the page upside down in your head and read on.',
  '',
  '1. One hill at the right edge, nothing in the left half.',
  '2. One hill at the left edge, a thin spike at the far right.',
  '3. A single hill in the middle, air on both sides.',
  '4. Two hills, left and right, a valley between.',
  '5. A flat plain from edge to edge.',
  '6. A hill cut off at the right wall.',
  '7. A hill cut off at the left wall, a smaller one in the middle.',
  '8. Red cut off at the right, green and blue well inside.',
  '',
  'Answers: 1 snow or a white page. 2 a night street with a lamp. 3 fog. 4 a room with a window.',
  '5 a meadow in broken light. 6 a sky that is lost: expose a stop less. 7 a person before a dark curtain: fine.',
  '8 a sunset: look at the channels one by one, and take a stop away.',
]);

/** A demo WAV file: a beat each second, a deeper one every ten; 8,000 samples of 8 bits per second. */
export function metronome(seconds = 30): Buffer {
  const rate = 8000;
  const samples = Buffer.alloc(rate * seconds, 128);
  for (let beat = 0; beat < seconds; beat++) {
    const pitch = beat % 10 === 0 ? 440 : 880;
    for (let at = 0; at < rate * 0.06; at++) {
      const fade = 1 - at / (rate * 0.06);
      samples[beat * rate + at] = 128 + Math.round(90 * fade * Math.sin((2 * Math.PI * pitch * at) / rate));
    }
  }
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}
