/** How a transaction ends, and whether `Prefer: tx=` may override it. */
export type TransactionEnd = 'commit' | 'commit-allow-override' | 'rollback' | 'rollback-allow-override';

/**
 * The settings of PostgREST's `PGRST_*` variables.
 * Source: https://docs.postgrest.org/en/stable/references/configuration.html
 */
export type RestSettings = {
  /** `PGRST_DB_SCHEMAS`: exposed schemas; the first is the default. */
  schemas: readonly string[];
  /** `PGRST_DB_EXTRA_SEARCH_PATH`: schemas on the search path that are not exposed. */
  extraSearchPath: readonly string[] | null;
  /** `PGRST_DB_ANON_ROLE`: role of requests without a key; null requires a key. */
  anonRole: string | null;
  /** `PGRST_DB_TX_END`. */
  txEnd: TransactionEnd;
  /** `PGRST_DB_PRE_REQUEST`: a function, `schema.name`, called before every statement. */
  preRequest: string | null;
  /** `PGRST_DB_MAX_ROWS`: maximum rows of a response and of each embedded list. */
  maxRows: number | null;
  /** `PGRST_DB_PLAN_ENABLED`: clients may request EXPLAIN. */
  planEnabled: boolean;
  /** `PGRST_DB_AGGREGATES_ENABLED`. */
  aggregatesEnabled: boolean;
  /** `PGRST_DB_ROOT_SPEC`: a function of the first schema whose result replaces the OpenAPI document. */
  rootSpec: string | null;
  /** `PGRST_OPENAPI_MODE`. */
  openapiMode: 'follow-privileges' | 'ignore-privileges' | 'disabled';
  /** `PGRST_OPENAPI_SECURITY_ACTIVE`: the document has security definitions. */
  openapiSecurityActive: boolean;
  /** `PGRST_OPENAPI_SERVER_PROXY_URI`: the public URL of the service. */
  openapiServerProxyUri: string | null;
  /** `PGRST_SERVER_TIMING_ENABLED`: header Server-Timing. */
  serverTimingEnabled: boolean;
  /** `PGRST_SERVER_TRACE_HEADER`: a request header that is echoed in the response. */
  serverTraceHeader: string | null;
  /** `PGRST_SERVER_CORS_ALLOWED_ORIGINS`: null allows any origin. */
  corsOrigins: readonly string[] | null;
  /** `PGRST_APP_SETTINGS_*`: settings named `app.settings.*` in SQL. */
  appSettings: Readonly<Record<string, string>>;
};

export const DEFAULTS: RestSettings = {
  schemas: ['public'],
  extraSearchPath: null,
  anonRole: null,
  txEnd: 'commit',
  preRequest: null,
  maxRows: null,
  planEnabled: false,
  aggregatesEnabled: false,
  rootSpec: null,
  openapiMode: 'follow-privileges',
  openapiSecurityActive: false,
  openapiServerProxyUri: null,
  serverTimingEnabled: false,
  serverTraceHeader: null,
  corsOrigins: null,
  appSettings: {},
};

/** `overrides` with defaults for what is missing. */
export function settingsOf(overrides: Partial<RestSettings>): RestSettings {
  const settings = { ...DEFAULTS };
  for (const [name, value] of Object.entries(overrides)) {
    if (Object.hasOwn(DEFAULTS, name) && value !== undefined) Object.assign(settings, { [name]: value });
  }
  return settings;
}

const words = (text: string) =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);
const isOn = (text: string) => /^(true|yes|on|1)$/i.test(text.trim());
const TX_ENDS = ['commit', 'commit-allow-override', 'rollback', 'rollback-allow-override'] as const;
const MODES = ['follow-privileges', 'ignore-privileges', 'disabled'] as const;

/** One setting by its published name without `pgrst.` or `PGRST_`, in lower case. */
const READERS: Record<string, (text: string) => Partial<RestSettings>> = {
  db_schemas: (text) => ({ schemas: words(text) }),
  db_extra_search_path: (text) => ({ extraSearchPath: words(text) }),
  db_anon_role: (text) => ({ anonRole: text.trim() || null }),
  db_tx_end: (text) => ({ txEnd: oneOf(TX_ENDS, text) }),
  db_pre_request: (text) => ({ preRequest: text.trim() || null }),
  db_max_rows: (text) => ({ maxRows: /^\d{1,9}$/.test(text.trim()) ? Number(text) : null }),
  db_plan_enabled: (text) => ({ planEnabled: isOn(text) }),
  db_aggregates_enabled: (text) => ({ aggregatesEnabled: isOn(text) }),
  db_root_spec: (text) => ({ rootSpec: text.trim() || null }),
  openapi_mode: (text) => ({ openapiMode: oneOf(MODES, text) }),
  openapi_security_active: (text) => ({ openapiSecurityActive: isOn(text) }),
  openapi_server_proxy_uri: (text) => ({ openapiServerProxyUri: text.trim() || null }),
  server_timing_enabled: (text) => ({ serverTimingEnabled: isOn(text) }),
  server_trace_header: (text) => ({ serverTraceHeader: text.trim().toLowerCase() || null }),
  server_cors_allowed_origins: (text) => ({ corsOrigins: words(text).length > 0 ? words(text) : null }),
};

function oneOf<Word extends string>(allowed: readonly Word[], text: string): Word | undefined {
  return allowed.find((word) => word === text.trim());
}

/**
 * Settings as text, by their published names (`db_schemas`, or `PGRST_DB_SCHEMAS`), as settings of the service.
 * Unknown names and invalid values are ignored.
 */
export function readSettings(texts: Readonly<Record<string, string | undefined>>): Partial<RestSettings> {
  const settings: Partial<RestSettings> = {};
  for (const [name, text] of Object.entries(texts)) {
    const key = name.toLowerCase().replace(/^pgrst[._]/, '');
    const read = Object.hasOwn(READERS, key) ? READERS[key] : undefined;
    if (read && text !== undefined) Object.assign(settings, read(text));
  }
  const app = Object.entries(texts).filter(([name]) => /^pgrst_app_settings_\w+$/i.test(name));
  if (app.length > 0) {
    settings.appSettings = Object.fromEntries(
      app.map(([name, text]) => [name.slice('pgrst_app_settings_'.length).toLowerCase(), text ?? '']),
    );
  }
  return settings;
}
