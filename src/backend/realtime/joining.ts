import type { Caller } from '#base/server/database.ts';
import type { Claims } from '#base/server/tokens.ts';
import { allRights, type Rights, RightsCheckError, rightsOn } from './authorization.ts';
import { type ChangeRequest, readChangeRequests } from './change-requests.ts';
import type { BroadcastPayload, Frame } from './frames.ts';
import { type JoinConfig, readConfig } from './join-config.ts';
import { replayMessages } from './kept-messages.ts';
import { asObject, type ChannelHost, type RealtimeParts } from './parts.ts';
import { checkToken, isProjectKey, TokenError } from './token-check.ts';

/** A failed join; its message goes to the client as `reason`: a published code, then a sentence. */
export class JoinError extends Error {
  readonly code: string;
  /** The claims of a valid token. */
  claims: Claims | undefined;

  constructor(code: string, sentence: string) {
    super(`${code}: ${sentence}`);
    this.code = code;
  }
}

/** The checked and resolved inputs of a join. */
export type Admission = {
  /** The name without `realtime:`, as the client knows it. */
  name: string;
  /** The name policies see. */
  topic: string;
  config: JoinConfig;
  token: string;
  claims: Claims;
  rights: Rights;
  /** The parsed row change requests, or the error sentence. */
  requests: ChangeRequest[] | string;
  replay: BroadcastPayload[];
};

const PREFIX = 'realtime:';

/**
 * Checks a `phx_join`: topic, token, rights, and what to replay.
 * @throws {JoinError} in the order and the words of https://supabase.com/docs/guides/realtime/error_codes
 */
export async function admit(host: ChannelHost, frame: Frame): Promise<Admission> {
  const { service } = host;
  const name = frame.topic.slice(PREFIX.length);
  if (!frame.topic.startsWith(PREFIX)) throw new UnmatchedTopicError();
  if (name === '') throw new JoinError('TopicNameRequired', 'You must provide a topic name');
  const payload = asObject(frame.payload);
  const config = readConfig(payload.config);
  const token = tokenOf(payload, host.apiKey);
  let claims: Claims | undefined;
  try {
    claims = await checkToken(service.tokens, token);
    const topic = service.topicOf(host.scope, name, config.isPrivate);
    const rights = await readableRights(service, callerOf(claims), { name, topic, isPrivate: config.isPrivate });
    const replay = await replayOf(service, config, rights, { name, topic });
    const requests = readChangeRequests(config.changes, service.limits.changesPerChannel);
    return { name, topic, config, token, claims, rights, requests, replay };
  } catch (error) {
    const isUnreadable = error instanceof TokenError || error instanceof RightsCheckError;
    const joinError = isUnreadable ? new JoinError(error.code, error.message) : error;
    if (joinError instanceof JoinError) joinError.claims = claims;
    throw joinError;
  }
}

/** A topic without the `realtime:` prefix; the error reply has no code, as in Phoenix. */
export class UnmatchedTopicError extends Error {}

/** The token of a join: the user's where there is one, else the socket's API key. */
function tokenOf({ access_token, user_token }: Record<string, unknown>, apiKey: string): string {
  const candidate = user_token ?? access_token;
  return typeof candidate === 'string' && candidate !== '' && !isProjectKey(candidate) ? candidate : apiKey;
}

/** @throws {JoinError} `Unauthorized` where neither broadcasts nor presence may be read. */
async function readableRights(
  service: RealtimeParts,
  caller: Caller,
  { name, topic, isPrivate }: { name: string; topic: string; isPrivate: boolean },
): Promise<Rights> {
  if (!isPrivate) return allRights;
  const rights = await rightsOn(service.database, caller, topic, service.log);
  if (rights.readBroadcast || rights.readPresence) return rights;
  throw unauthorized(name);
}

function unauthorized(name: string): JoinError {
  return new JoinError('Unauthorized', `You do not have permissions to read from this Channel topic: ${name}`);
}

async function replayOf(
  service: RealtimeParts,
  { replay, isPrivate }: JoinConfig,
  rights: Rights,
  { name, topic }: { name: string; topic: string },
): Promise<BroadcastPayload[]> {
  if (replay === null) return [];
  if (!isPrivate) throw new JoinError('UnableToReplayMessages', 'Replay is not allowed for public channels');
  if (!rights.readBroadcast) throw unauthorized(name);
  if (replay === 'invalid') throw new JoinError('UnableToReplayMessages', 'Replay params are not valid');
  try {
    return await replayMessages(service.database, topic, replay);
  } catch (error) {
    service.log.error({ error: String(error) }, 'kept messages could not be read');
    throw new JoinError('UnableToReplayMessages', 'Realtime was unable to replay messages');
  }
}

export function callerOf(claims: Claims): Caller {
  return { role: claims.role, claims };
}
