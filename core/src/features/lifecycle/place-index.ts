import { dirname } from 'node:path';

/** Which download client works where. */
export interface PlaceIndex<Client> {
  /** @param path absolute */
  add(path: string, client: Client): void;
  /** The client that works in a folder, in the folder itself, or in one around it; absolute. */
  clientAt(directory: string): Client | undefined;
}

function* ancestors(path: string): Generator<string> {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) yield folder;
}

/** Answers without going through all places. */
export function createPlaceIndex<Client>(): PlaceIndex<Client> {
  const at = new Map<string, Client>();
  const below = new Map<string, Client>();
  return {
    add(path, client) {
      at.set(path, client);
      for (const folder of ancestors(path)) below.set(folder, client);
    },
    clientAt: (directory) =>
      at.get(directory) ??
      below.get(directory) ??
      [...ancestors(directory)].map((folder) => at.get(folder)).find((client) => client !== undefined),
  };
}
