import type { Attachment } from '../mail.ts';

/** A document as a response that the browser shows and nobody stores. */
export function pdfResponse({ name, content }: Attachment): Response {
  return new Response(new Uint8Array(content), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${name}"`,
      'cache-control': 'private, no-store',
    },
  });
}
