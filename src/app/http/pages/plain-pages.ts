import { escapeHtml } from '#base/server/mail.ts';
import { securityHeaders } from '../../render/content-policy.ts';

/** The page of an unknown host. */
export function unknownHostPage(host: string): Response {
  return plainPage(
    404,
    'No site here',
    `There is no site at ${host}. Check the address, or ask whoever gave it to you.`,
  );
}

const SUSPENDED =
  'This site is suspended for now, and nothing on it has been deleted. If it is yours, your dashboard on the platform says why.';

/** The public site of a suspended account, on every path. */
export function suspendedPage(): Response {
  return plainPage(403, 'This site is closed for now', SUSPENDED);
}

/** The same for `/api` and the services. */
export function suspendedResponse(): Response {
  return plainResponse(403, 'suspended', SUSPENDED);
}

/** An error in a body that the clients of every service can read. */
export function plainResponse(status: number, code: string, sentence: string): Response {
  return Response.json(
    { code, error_code: code, msg: sentence, message: sentence, error: { code, message: sentence } },
    { status, headers: { 'access-control-allow-origin': '*', 'cache-control': 'no-store' } },
  );
}

export function plainPage(status: number, title: string, sentence: string): Response {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><style>body{font:16px/1.6 system-ui,sans-serif;display:grid;place-content:center;min-height:90vh;margin:0;padding:0 24px;background:#f6f5f4;color:#1d2628}h1{font-size:24px;margin:0 0 8px}p{margin:0;max-width:48ch}@media(prefers-color-scheme:dark){body{background:#15191b;color:#e9eced}}</style></head><body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(sentence)}</p></main></body></html>`;
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      ...securityHeaders,
    },
  });
}
