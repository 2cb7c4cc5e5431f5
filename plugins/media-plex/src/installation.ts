import type { PluginStorage } from '@lectern/plugin-api';
import { randomBytes, randomUUID } from 'node:crypto';

/** The identity of this installation at Plex. */
export interface Installation {
  /** Sent with every call; Plex ties PINs and tokens to it, so it never changes. */
  clientId(): Promise<string>;
  /** 32 bytes that seal the state a browser carries for us. */
  sealKey(): Promise<Buffer>;
  headers(token?: string): Promise<Record<string, string>>;
}

export function createInstallation(storage: PluginStorage): Installation {
  const known = new Map<string, Promise<string>>();

  function lasting(key: string, make: () => string): Promise<string> {
    const value = known.get(key) ?? readOrMake(key, make);
    known.set(key, value);
    value.catch(() => known.delete(key));
    return value;
  }

  async function readOrMake(key: string, make: () => string): Promise<string> {
    const stored = await storage.get<string>(key);
    if (typeof stored === 'string' && stored !== '') return stored;
    await storage.set(key, make());
    // another process may have stored one at the same time; both use the stored one
    return (await storage.get<string>(key)) ?? '';
  }

  const clientId = (): Promise<string> => lasting('clientId', () => randomUUID());
  return {
    clientId,
    sealKey: async () => Buffer.from(await lasting('sealKey', () => randomBytes(32).toString('base64url')), 'base64url'),
    async headers(token) {
      return {
        accept: 'application/json',
        'x-plex-client-identifier': await clientId(),
        'x-plex-product': 'Lectern',
        'x-plex-version': '1.0.0',
        'x-plex-platform': 'Node.js',
        'x-plex-device': 'Server',
        'x-plex-device-name': 'Lectern',
        ...(token === undefined ? {} : { 'x-plex-token': token }),
      };
    },
  };
}
