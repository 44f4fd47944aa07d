import { failures, RestFailure } from './failure.ts';
import { ERROR_MARK } from './refusal-sql.ts';

/** The fields of pg's DatabaseError that a response contains. */
type PostgresError = { code: string; message: string; detail?: string; hint?: string };

const STATUS_OF_CODE: Record<string, number> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42P01': 404,
  '42P17': 500,
  '42883': 404,
  '53400': 500,
  '57P01': 503,
  P0001: 400,
};

const STATUS_OF_CLASS: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

function isPostgresError(error: unknown): error is PostgresError {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code);
}

/** Maps a failed or broken connection to an error; null for anything else, which without an SQLSTATE is a bug of ours. */
function connectionFailure(error: unknown): RestFailure | null {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const text = typeof message === 'string' ? message : '';
  // Codes of a PostgreSQL server that is starting up, shutting down or not running.
  if (code === '57P02' || code === '57P03' || code === 'ECONNREFUSED' || code === 'ENOENT') return unconnected(text);
  if (/timeout exceeded when trying to connect/i.test(text)) {
    return new RestFailure(504, 'PGRST003', 'Timed out acquiring connection from connection pool.', {
      headers: RETRY,
    });
  }
  const isNetwork = typeof code === 'string' && /^E[A-Z]{3,}$/.test(code);
  if (!isNetwork && (isPostgresError(error) || !/connection|terminat|timeout|not queryable/i.test(text))) return null;
  return new RestFailure(503, 'PGRST001', 'Database client error. Retrying the connection.', { headers: RETRY });
}

const RETRY = { 'retry-after': '1' };

function unconnected(details: string): RestFailure {
  return new RestFailure(503, 'PGRST000', 'Database connection error. Retrying the connection.', {
    details,
    headers: RETRY,
  });
}

/**
 * Maps a database error to PostgREST's response by its published table of SQLSTATE to HTTP status.
 * Source: https://docs.postgrest.org/en/stable/references/errors.html#http-status-codes
 *
 * @throws any error that does not come from the database, unchanged.
 * @param signedIn false for the anonymous role, whose missing permissions are a 401, so that a client signs in.
 */
export function failureOf(error: unknown, signedIn: boolean): RestFailure {
  if (error instanceof RestFailure) return error;
  const unreachable = connectionFailure(error);
  if (unreachable) return unreachable;
  if (!isPostgresError(error)) throw error;
  const mark = error.code === '22P02' ? ERROR_MARK.exec(error.message) : null;
  if (mark?.[1] === 'key') return failures.putKey();
  if (mark) return mark[1] === 'single' ? failures.notSingle(Number(mark[2])) : failures.maxAffected(Number(mark[2]));
  if (error.code === 'PGRST') return raisedResponse(error);
  const status = statusOf(error, signedIn);
  const headers: Record<string, string> = {};
  if (status === 401) headers['www-authenticate'] = 'Bearer';
  if (status === 503) headers['retry-after'] = '1';
  return new RestFailure(status, error.code, error.message, { details: error.detail, hint: error.hint, headers });
}

function statusOf(error: PostgresError, signedIn: boolean): number {
  if (error.code === '42501') return signedIn ? 403 : 401;
  if (error.code === '21000') return error.message.endsWith('requires a WHERE clause') ? 400 : 500;
  if (error.code === '22023') return /^role .* does not exist$/.test(error.message) ? 401 : 400;
  const custom = /^PT(\d{3})$/.exec(error.code);
  if (custom) {
    const status = Number(custom[1]);
    return status >= 200 && status <= 599 ? status : 500;
  }
  return STATUS_OF_CODE[error.code] ?? STATUS_OF_CLASS[error.code.slice(0, 2)] ?? 400;
}

/** `raise sqlstate 'PGRST'`: MESSAGE is the body, DETAIL the status and headers, both JSON. */
function raisedResponse(error: PostgresError): RestFailure {
  const message = objectOf(error.message);
  if (!message || typeof message.code !== 'string' || typeof message.message !== 'string') {
    return raiseMalformed(
      `Invalid JSON value for MESSAGE: '${error.message}'`,
      "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    );
  }
  const detailHint =
    "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.";
  if (error.detail === undefined) return raiseMalformed('DETAIL is missing in the RAISE statement', detailHint);
  const detail = objectOf(error.detail);
  const status = detail?.status;
  if (!detail || !Number.isInteger(status) || Number(status) < 200 || Number(status) > 599) {
    return raiseMalformed(`Invalid JSON value for DETAIL: '${error.detail}'`, detailHint);
  }
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(detail.headers ?? {})) {
    if (/^[\w-]+$/.test(name) && typeof value === 'string' && !/[\r\n\0]/.test(value)) headers[name] = value;
  }
  return new RestFailure(Number(status), message.code, message.message, {
    details: message.details,
    hint: typeof message.hint === 'string' ? message.hint : null,
    headers,
  });
}

function raiseMalformed(details: string, hint: string): RestFailure {
  return new RestFailure(500, 'PGRST121', 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error', {
    details,
    hint,
  });
}

function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return value && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
