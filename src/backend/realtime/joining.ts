import type { Caller } from '#base/server/database.ts';
import type { Claims } from '#base/server/tokens.ts';
import { everything, type Rights, RightsUnknown, rightsOn } from './authorization.ts';
import { type ChangeRequest, readChangeRequests } from './change-requests.ts';
import type { BroadcastPayload, Frame } from './frames.ts';
import { type JoinConfig, readConfig } from './join-config.ts';
import { replayed } from './kept-messages.ts';
import { asObject, type ChannelHost, type RealtimeParts } from './parts.ts';
import { checkToken, isProjectKey, TokenRefused } from './token-check.ts';

/** A refusal whose message goes to the client as `reason`: a published code, then a sentence. */
export class JoinRefused extends Error {
  readonly code: string;
  /** Who asked, where a token said so. */
  claims: Claims | undefined;

  constructor(code: string, sentence: string) {
    super(`${code}: ${sentence}`);
    this.code = code;
  }
}

/** All that was found out before a channel is opened. */
export type Admission = {
  /** The name without `realtime:`, as the client knows it. */
  name: string;
  /** The name policies see. */
  topic: string;
  config: JoinConfig;
  token: string;
  claims: Claims;
  rights: Rights;
  /** A sentence where the client asked for row changes in a way nobody can follow. */
  requests: ChangeRequest[] | string;
  replay: BroadcastPayload[];
};

const PREFIX = 'realtime:';

/**
 * Whether a `phx_join` may be: the topic, the token, the rights, what is to be replayed.
 * @throws {JoinRefused} in the order and the words of https://supabase.com/docs/guides/realtime/error_codes
 */
export async function admit(host: ChannelHost, frame: Frame): Promise<Admission> {
  const { service } = host;
  const name = frame.topic.slice(PREFIX.length);
  if (!frame.topic.startsWith(PREFIX)) throw new UnmatchedTopic();
  if (name === '') throw new JoinRefused('TopicNameRequired', 'You must provide a topic name');
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
    const isUnreadable = error instanceof TokenRefused || error instanceof RightsUnknown;
    const refusal = isUnreadable ? new JoinRefused(error.code, error.message) : error;
    if (refusal instanceof JoinRefused) refusal.claims = claims;
    throw refusal;
  }
}

/** A topic of no service; the answer has no code, as Phoenix gives it. */
export class UnmatchedTopic extends Error {}

/** The token of a join: the person's where there is one, else the key the socket was opened with. */
function tokenOf({ access_token, user_token }: Record<string, unknown>, apiKey: string): string {
  const given = user_token ?? access_token;
  return typeof given === 'string' && given !== '' && !isProjectKey(given) ? given : apiKey;
}

/** @throws {JoinRefused} `Unauthorized` where neither broadcasts nor presence may be read. */
async function readableRights(
  service: RealtimeParts,
  caller: Caller,
  { name, topic, isPrivate }: { name: string; topic: string; isPrivate: boolean },
): Promise<Rights> {
  if (!isPrivate) return everything;
  const rights = await rightsOn(service.database, caller, topic, service.log);
  if (rights.readBroadcast || rights.readPresence) return rights;
  throw unauthorized(name);
}

function unauthorized(name: string): JoinRefused {
  return new JoinRefused('Unauthorized', `You do not have permissions to read from this Channel topic: ${name}`);
}

async function replayOf(
  service: RealtimeParts,
  { replay, isPrivate }: JoinConfig,
  rights: Rights,
  { name, topic }: { name: string; topic: string },
): Promise<BroadcastPayload[]> {
  if (replay === null) return [];
  if (!isPrivate) throw new JoinRefused('UnableToReplayMessages', 'Replay is not allowed for public channels');
  if (!rights.readBroadcast) throw unauthorized(name);
  if (replay === 'invalid') throw new JoinRefused('UnableToReplayMessages', 'Replay params are not valid');
  try {
    return await replayed(service.database, topic, replay);
  } catch (error) {
    service.log.error({ error: String(error) }, 'kept messages could not be read');
    throw new JoinRefused('UnableToReplayMessages', 'Realtime was unable to replay messages');
  }
}

export function callerOf(claims: Claims): Caller {
  return { role: claims.role, claims };
}
