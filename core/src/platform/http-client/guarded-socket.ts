import { connect, type Socket } from 'node:net';
import { abandonOn } from './exchange.js';
import type { OutboundGuard } from './outbound-guard.js';

export interface GuardedSocketOptions {
  readonly guard: OutboundGuard;
  /** A name or an address, without brackets. */
  readonly host: string;
  readonly port: number;
  /** Covers resolving the name and connecting; the socket that was opened no longer depends on it. */
  readonly signal: AbortSignal;
  /** The connection ends once the other side has sent more than that; the excess is noticed within a tenth of a second. */
  readonly maxBytes: number;
  /** Called when the name was resolved and admitted. */
  readonly onAdmitted?: () => void;
}

const LOOK_MS = 100;

/** Ends a connection whose other side sends without end. */
function limitBytes(socket: Socket, maxBytes: number): void {
  const timer = setInterval(() => {
    if (socket.bytesRead > maxBytes) socket.destroy(Object.assign(new Error('too much was sent'), { code: 'TOO_MUCH_SENT' }));
  }, LOOK_MS);
  timer.unref();
  socket.once('close', () => clearInterval(timer));
}

/**
 * Opens a TCP connection for a protocol other than HTTP, such as SMTP. The host is judged by the guard, and the address that
 * was judged is the one connected to. The caller destroys the socket.
 *
 * @throws OutboundRefusal, the resolver's or the system's error, or the reason of the signal
 */
export async function openGuardedSocket(options: GuardedSocketOptions): Promise<Socket> {
  const { guard, host, port, signal, maxBytes, onAdmitted } = options;
  const { lookup } = await abandonOn(signal, guard.admitHost(host, port));
  signal.throwIfAborted();
  onAdmitted?.();
  const socket = connect({ host, port, lookup });
  try {
    await abandonOn(
      signal,
      new Promise<void>((resolve, reject) => {
        socket.once('connect', resolve);
        socket.once('error', reject);
      }),
    );
  } catch (error) {
    // what it still reports is of no interest to anybody
    socket.on('error', () => undefined);
    socket.destroy();
    throw error;
  }
  // whoever speaks over it listens to its errors as well; without a listener one in between would end the process
  socket.on('error', () => undefined);
  limitBytes(socket, maxBytes);
  return socket;
}
