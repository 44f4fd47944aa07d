import type { IncomingMessage } from 'node:http';
import type { SocketError } from '#backend/realtime/parts.ts';
import { type DataResponse, textOf } from '#base/server/call.ts';
import type { Log } from '#base/server/log.ts';
import { networkOf } from '#base/server/network.ts';
import { requestIdOf } from '#base/server/request-id.ts';
import { CLIENT_ADDRESS_HEADER } from '#base/server/request-origin.ts';
import { type Change, factsOfRequest, type RequestFacts } from '#base/server/security-events.ts';
import { type Claims, credentialsIn, type Tokens } from '#base/server/tokens.ts';
import {
  changeOfCall,
  codeIn,
  isLookedAt,
  type Outcome,
  rejectionEvent,
  type SecurityEvent,
} from './security-event-rules.ts';

/** Lines of one network in a minute; more are only counted. */
const LINES_PER_WINDOW = 30;
const WINDOW_MS = 60_000;
/** Networks counted apart; the others share one count. */
const MAX_NETWORKS = 1_000;
const OTHERS = 'others';
const PATH_LENGTH = 200;
/** Secrets of previews and uploads in paths; ids are shorter. */
const SECRET_SEGMENT = /[\w.~=+-]{40,}/g;

export type SecurityLog = {
  /** Writes what a response says about security; resolves once it is written. */
  recordResponse(request: Request, response: Response, account: string | undefined): Promise<void>;
  recordData(message: IncomingMessage, response: DataResponse, account: string): Promise<void>;
  /** Writes a rejected socket, or a rejected join of a channel. */
  recordSocket(message: IncomingMessage, rejection: SocketError, account: string | undefined): Promise<void>;
  /** Writes the counts of dropped lines and begins a new window. */
  flush(): void;
};

type Line = RequestFacts & {
  status: number;
  code: string | undefined;
  address: string;
  request: string;
  method: string;
  path: string;
  error_id?: string | undefined;
};

type RequestSummary = { method: string; url: string; header: (name: string) => string | undefined };

/** One line for each security event, after the response is known: no service has to remember to write one. */
export function createSecurityLog(log: Log, tokens: Tokens): SecurityLog {
  const sampled = createSampling(log);

  return {
    recordResponse: async (request, response, account) => {
      const { rejection: refusal, changes, ...recorded } = factsOfRequest(request);
      const { status, headers } = response;
      const path = new URL(request.url).pathname;
      const callChange = changeOfCall(path, status);
      if (!refusal && !changes && !callChange && !isLookedAt(path, status)) return;
      const sent: RequestSummary = {
        method: request.method,
        url: request.url,
        header: (name) => request.headers.get(name) ?? undefined,
      };
      const code =
        headers.get('x-sb-error-code') ??
        codeIn({ path, status, location: headers.get('location'), body: await bodyOf(response) });
      const { facts, isForged } = await senderOf(sent, tokens);
      const id = headers.get('x-request-id') ?? requestIdOf(request.headers.get('x-request-id'));
      const line = {
        ...lineOf(sent, { path, status, code }, { account, ...facts, ...recorded }, id),
        error_id: headers.get('x-error-id') ?? undefined,
      };
      for (const change of status < 400 ? (changes ?? []) : []) sampled(change, line);
      if (callChange) sampled(callChange, line);
      const event = refusal ?? rejectionEvent({ path, status, code, isForged });
      if (event) sampled(event, line);
    },
    recordData: async (message, response, account) => {
      const path = (message.url ?? '').split('?')[0] ?? '';
      const { status } = response;
      const change = changeOfCall(path, status);
      if (!change && !isLookedAt(path, status)) return;
      const code = codeIn({ path, status, location: null, body: textOf(response) });
      const sent = summaryOf(message);
      const { facts, isForged } = await senderOf(sent, tokens);
      const event = change ?? rejectionEvent({ path, status, code, isForged });
      const id = String(response.headers['x-request-id']);
      if (event) sampled(event, lineOf(sent, { path, status, code }, { account, ...facts }, id));
    },
    recordSocket: async (message, { status, code, claims }, account) => {
      const path = (message.url ?? '').split('?')[0] ?? '';
      const sent = summaryOf(message);
      const credentials = await senderOf(sent, tokens);
      const facts = claims ? factsOf(claims) : credentials.facts;
      const event = rejectionEvent({ path, status, code, isForged: status === 401 || credentials.isForged });
      const id = requestIdOf(sent.header('x-request-id'));
      if (event) sampled(event, lineOf(sent, { path, status, code }, { account, ...facts }, id));
    },
    flush: sampled.flush,
  };
}

function lineOf(sent: RequestSummary, outcome: Omit<Outcome, 'isForged'>, facts: RequestFacts, id: string): Line {
  return {
    ...facts,
    status: outcome.status,
    code: outcome.code,
    address: sent.header(CLIENT_ADDRESS_HEADER) ?? '127.0.0.1',
    request: id,
    method: sent.method,
    path: outcome.path.replace(SECRET_SEGMENT, '…').slice(0, PATH_LENGTH),
  };
}

/** The sender by the token of the request, and whether that token is invalid. */
async function senderOf(sent: RequestSummary, tokens: Tokens): Promise<{ facts: RequestFacts; isForged: boolean }> {
  const credentials = await credentialsIn(
    { authorization: sent.header('authorization'), apikey: sent.header('apikey'), url: sent.url },
    tokens,
  );
  if (credentials.kind !== 'caller') return { facts: {}, isForged: credentials.kind === 'invalid' };
  return { facts: factsOf(credentials.caller.claims as Claims), isForged: false };
}

function summaryOf(message: IncomingMessage): RequestSummary {
  return {
    method: message.method ?? 'GET',
    url: `http://localhost${message.url}`,
    header: (name) => message.headers[name]?.toString(),
  };
}

/** The person and the impersonating actor of a token. */
function factsOf(claims: Claims): RequestFacts {
  const { sub, act } = claims as { sub?: string; act?: { sub?: string } };
  return { ...(sub ? { person: sub } : {}), ...(act?.sub ? { actor: act.sub } : {}) };
}

/** The body of an error, which is small; only JSON holds a code. */
async function bodyOf(response: Response): Promise<string> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return isJson && !response.bodyUsed ? response.clone().text() : '';
}

/** Limits the lines of a network in a window, so that a flood of requests does not flood the log. */
function createSampling(log: Log) {
  type Count = { lines: number; dropped: Partial<Record<SecurityEvent | Change, number>> };
  const counts = new Map<string, Count>();
  let ends = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const [address, { dropped }] of counts) {
      const count = Object.values(dropped).reduce((sum, lines) => sum + lines, 0);
      if (count > 0)
        log.warn({ event: 'events_left_out', address, count, events: dropped }, 'Security events, counted.');
    }
    counts.clear();
    ends = Date.now() + WINDOW_MS;
  }

  function write(event: SecurityEvent | Change, line: Line): void {
    if (Date.now() >= ends) flush();
    const network = networkOf(line.address);
    const key = counts.has(network) || counts.size < MAX_NETWORKS ? network : OTHERS;
    const count = counts.get(key) ?? { lines: 0, dropped: {} };
    counts.set(key, count);
    if (++count.lines <= LINES_PER_WINDOW) {
      log[line.status >= 500 ? 'error' : 'warn']({ event, ...line }, 'A security event.');
      return;
    }
    count.dropped[event] = (count.dropped[event] ?? 0) + 1;
    timer ??= setTimeout(flush, Math.max(0, ends - Date.now())).unref();
  }
  return Object.assign(write, { flush });
}
