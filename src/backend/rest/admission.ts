import type { DataRequest, DataResponse } from '#base/server/call.ts';
import type { Caller } from '#base/server/database.ts';
import type { Lane } from '#base/server/lanes.ts';

/**
 * Called before a request runs, once its caller is authenticated.
 * @throws {AppError} 429 where its sender has to wait.
 */
export type Admit = (call: DataRequest, caller: Caller) => Promise<Admission>;

export type Admission = {
  /** On whose share of the connections it runs; nothing limits it without one. */
  lane?: Lane;
  /** Called with the response. */
  answered?: (answer: DataResponse) => Promise<void>;
};
