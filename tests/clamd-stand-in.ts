import { createServer, type Socket } from 'node:net';

/** The harmless file that every scanner takes for a virus, in two parts so that no scanner finds it here. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

export type Fault = 'none' | 'hang' | 'reset' | 'silent close' | 'half an answer' | 'small' | 'error';

export type ClamdStandIn = {
  url: string;
  /** What goes wrong from now on. */
  fault: Fault;
  /** The bytes of the files that were looked through to their end. */
  scanned: Buffer[];
  close(): Promise<void>;
};

const SMALL_BYTES = 64 * 1024;

/** A server of this machine that speaks clamd's `PING` and `INSTREAM`, finds the EICAR file, and fails as it is told to. */
export async function clamdStandIn(): Promise<ClamdStandIn> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
    let held = Buffer.alloc(0);
    let isStream = false;
    const pieces: Buffer[] = [];
    socket.on('data', (chunk) => {
      held = Buffer.concat([held, chunk]);
      if (standIn.fault === 'hang') return;
      if (standIn.fault === 'reset') return void socket.resetAndDestroy();
      if (!isStream) {
        const at = held.indexOf(0);
        if (at < 0) return;
        const command = held.toString('latin1', 0, at);
        held = held.subarray(at + 1);
        if (command === 'zPING') return void socket.end('PONG\0');
        if (command !== 'zINSTREAM') return void socket.end('UNKNOWN COMMAND\0');
        isStream = true;
      }
      while (held.length >= 4) {
        const length = held.readUInt32BE(0);
        if (length === 0) return answer(socket, Buffer.concat(pieces));
        if (held.length < 4 + length) return;
        pieces.push(held.subarray(4, 4 + length));
        held = held.subarray(4 + length);
        const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
        if (standIn.fault === 'small' && size > SMALL_BYTES)
          return void socket.end('INSTREAM size limit exceeded. ERROR\0');
      }
    });
  });

  function answer(socket: Socket, file: Buffer): void {
    standIn.scanned.push(file);
    if (standIn.fault === 'silent close') return void socket.end();
    if (standIn.fault === 'half an answer') return void socket.end('stream: O');
    if (standIn.fault === 'error') return void socket.end('stream: Can not allocate memory ERROR\0');
    socket.end(file.includes(EICAR) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0');
  }

  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  const standIn: ClamdStandIn = {
    url: `tcp://127.0.0.1:${port}`,
    fault: 'none',
    scanned: [],
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return standIn;
}
