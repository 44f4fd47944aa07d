export type Cookies = {
  /** Takes what an answer sets. */
  keep(answer: Response): void;
  /** As a browser sends them. */
  text(): string;
  names(): string[];
  /** Of the session they hold. */
  accessToken(): string;
};

/** The cookies of one browser on one host. For tests. */
export function cookiesOf(): Cookies {
  const kept = new Map<string, string>();
  return {
    keep: ({ headers }) => {
      for (const line of headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (/; Max-Age=0(?:;|$)/.test(line)) kept.delete(name);
        else kept.set(name, value);
      }
    },
    text: () => [...kept].map(([name, value]) => `${name}=${value}`).join('; '),
    names: () => [...kept.keys()].map((name) => name.replace(/\.\d$/, '')),
    accessToken: () => {
      const parts = [...kept].filter(([name]) => name.startsWith('sb-stoa-auth-token')).sort();
      const text = parts.map(([, value]) => value).join('');
      const session = JSON.parse(Buffer.from(text.replace('base64-', ''), 'base64url').toString());
      return String(session.access_token);
    },
  };
}
