import type { IncomingMessage } from 'node:http';
import type { SocketRefusal } from '#backend/realtime/parts.ts';
import { ARRIVAL_ADDRESS } from '#base/server/arrival.ts';
import { type DataResponse, textOf } from '#base/server/call.ts';
import type { Log } from '#base/server/log.ts';
import { networkOf } from '#base/server/network.ts';
import { requestIdOf } from '#base/server/request-id.ts';
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

/** Lines of one address in a minute; what comes after them is counted. */
const LINES_PER_WINDOW = 30;
const WINDOW_MS = 60_000;
/** Of so many addresses lines are counted apart; the others share one count. */
const MOST_ADDRESSES = 1_000;
const OTHERS = 'others';
const PATH_LENGTH = 200;
/** A part of a path as long as the secret of a preview or of an upload; an id is shorter. */
const SECRET_SEGMENT = /[\w.~=+-]{40,}/g;

export type SecurityLog = {
  /** Writes what a response says about security; resolves once it is written. */
  noteResponse(request: Request, response: Response, account: string | undefined): Promise<void>;
  noteData(message: IncomingMessage, answer: DataResponse, account: string): Promise<void>;
  /** A socket that was not opened, or a channel of one that was not joined. */
  noteSocket(message: IncomingMessage, refusal: SocketRefusal, account: string | undefined): Promise<void>;
  /** Writes what was only counted, and begins a new window. */
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

type Asked = { method: string; url: string; header: (name: string) => string | undefined };

/** One line for each security event, after the response is known: no service has to remember to write one. */
export function createSecurityLog(log: Log, tokens: Tokens): SecurityLog {
  const sampled = createSampling(log);

  function lineOf(asked: Asked, outcome: Omit<Outcome, 'isForged'>, facts: RequestFacts, id: string): Line {
    return {
      ...facts,
      status: outcome.status,
      code: outcome.code,
      address: asked.header(ARRIVAL_ADDRESS) ?? '127.0.0.1',
      request: id,
      method: asked.method,
      path: outcome.path.replace(SECRET_SEGMENT, '…').slice(0, PATH_LENGTH),
    };
  }

  /** Who sent the request, where a service has not said so, and whether the token that was sent holds. */
  async function sender(asked: Asked): Promise<{ facts: RequestFacts; isForged: boolean }> {
    const credentials = await credentialsIn(
      { authorization: asked.header('authorization'), apikey: asked.header('apikey'), url: asked.url },
      tokens,
    );
    if (credentials.kind !== 'caller') return { facts: {}, isForged: credentials.kind === 'invalid' };
    return { facts: factsOf(credentials.caller.claims as Claims), isForged: false };
  }

  return {
    noteResponse: async (request, response, account) => {
      const { refusal, changes, ...known } = factsOfRequest(request);
      const { status, headers } = response;
      const path = new URL(request.url).pathname;
      const called = changeOfCall(path, status);
      if (!refusal && !changes && !called && !isLookedAt(path, status)) return;
      const asked: Asked = {
        method: request.method,
        url: request.url,
        header: (name) => request.headers.get(name) ?? undefined,
      };
      const code =
        headers.get('x-sb-error-code') ??
        codeIn({ path, status, location: headers.get('location'), body: await bodyOf(response) });
      const { facts, isForged } = await sender(asked);
      const id = headers.get('x-request-id') ?? requestIdOf(request.headers.get('x-request-id'));
      const line = {
        ...lineOf(asked, { path, status, code }, { account, ...facts, ...known }, id),
        error_id: headers.get('x-error-id') ?? undefined,
      };
      for (const change of status < 400 ? (changes ?? []) : []) sampled(change, line);
      if (called) sampled(called, line);
      const event = refusal ?? rejectionEvent({ path, status, code, isForged });
      if (event) sampled(event, line);
    },
    noteData: async (message, answer, account) => {
      const path = (message.url ?? '').split('?')[0] ?? '';
      const { status } = answer;
      const change = changeOfCall(path, status);
      if (!change && !isLookedAt(path, status)) return;
      const code = codeIn({ path, status, location: null, body: textOf(answer) });
      const asked = askedOf(message);
      const { facts, isForged } = await sender(asked);
      const event = change ?? rejectionEvent({ path, status, code, isForged });
      const id = String(answer.headers['x-request-id']);
      if (event) sampled(event, lineOf(asked, { path, status, code }, { account, ...facts }, id));
    },
    noteSocket: async (message, { status, code, claims }, account) => {
      const path = (message.url ?? '').split('?')[0] ?? '';
      const asked = askedOf(message);
      const shown = await sender(asked);
      const facts = claims ? factsOf(claims) : shown.facts;
      const event = rejectionEvent({ path, status, code, isForged: status === 401 || shown.isForged });
      const id = requestIdOf(asked.header('x-request-id'));
      if (event) sampled(event, lineOf(asked, { path, status, code }, { account, ...facts }, id));
    },
    flush: sampled.flush,
  };
}

function askedOf(message: IncomingMessage): Asked {
  return {
    method: message.method ?? 'GET',
    url: `http://localhost${message.url}`,
    header: (name) => message.headers[name]?.toString(),
  };
}

/** Whom a token names. */
function factsOf(claims: Claims): RequestFacts {
  const { sub, act } = claims as { sub?: string; act?: { sub?: string } };
  return { ...(sub ? { person: sub } : {}), ...(act?.sub ? { actor: act.sub } : {}) };
}

/** The body of a refusal, which is small; what is no JSON holds no code. */
async function bodyOf(response: Response): Promise<string> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return isJson && !response.bodyUsed ? response.clone().text() : '';
}

/** Lets through so many lines of an address in a window, so that a flood of requests does not become one of lines. */
function createSampling(log: Log) {
  type Count = { lines: number; left: Partial<Record<SecurityEvent | Change, number>> };
  const counts = new Map<string, Count>();
  let ends = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const [address, { left }] of counts) {
      const count = Object.values(left).reduce((sum, one) => sum + one, 0);
      if (count > 0) log.warn({ event: 'events_left_out', address, count, events: left }, 'Security events, counted.');
    }
    counts.clear();
    ends = Date.now() + WINDOW_MS;
  }

  function write(event: SecurityEvent | Change, line: Line): void {
    if (Date.now() >= ends) flush();
    const network = networkOf(line.address);
    const key = counts.has(network) || counts.size < MOST_ADDRESSES ? network : OTHERS;
    const count = counts.get(key) ?? { lines: 0, left: {} };
    counts.set(key, count);
    if (++count.lines <= LINES_PER_WINDOW) {
      log[line.status >= 500 ? 'error' : 'warn']({ event, ...line }, 'A security event.');
      return;
    }
    count.left[event] = (count.left[event] ?? 0) + 1;
    timer ??= setTimeout(flush, Math.max(0, ends - Date.now())).unref();
  }
  return Object.assign(write, { flush });
}
