import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { CORE_DIR } from '../platform/config/core-dir.js';
import type { OwnedResource } from '../platform/http/route.js';
import { eventRoutes } from '../features/events/index.js';
import * as features from './features.js';
import { PARTS, type Part } from './parts.js';

const FOLDERS = join(CORE_DIR, 'src/features');
const declared: readonly Part[] = Object.values<Part>(features).filter((part) => part !== features.pluginHost);

function has(folder: string, file: string): boolean {
  return existsSync(join(FOLDERS, folder, file));
}

describe('the list of features', () => {
  const folders = readdirSync(FOLDERS).sort();

  it('names every feature folder, and no other', () => {
    expect(folders.length).to.be.above(25);
    expect(declared.map(({ name }) => name).sort()).to.deep.equal(folders);
  });

  it('has the tables of all features', () => {
    expect(declared.filter(({ entities }) => entities).map(({ name }) => name)).to.have.members(
      folders.filter((folder) => has(folder, 'entities.ts')),
    );
  });

  it('has the routes of all features', () => {
    const withRoutes = folders.filter((folder) => has(folder, 'routes.ts'));

    expect(withRoutes.length).to.be.above(20);
    expect(declared.filter(({ routes }) => routes).map(({ name }) => name)).to.include.members(withRoutes);
  });

  it('provides each service once', () => {
    const names = PARTS.flatMap((part) => Object.keys(part.services));

    expect([...new Set(names)]).to.deep.equal(names);
  });

  it('says of each kind of thing once whose it is', () => {
    const kinds: Readonly<Record<OwnedResource, true>> = {
      request: true,
      shelf: true,
      session: true,
      identity: true,
      'push device': true,
      'notification target': true,
      'API token': true,
      'ignored book': true,
      'followed series': true,
      'followed author': true,
      report: true,
      'found release': true,
      upload: true,
    };

    expect(PARTS.flatMap(({ owned = {} }) => Object.keys(owned)).sort()).to.deep.equal(Object.keys(kinds).sort());
  });

  it('wraps only services that exist', () => {
    const names = PARTS.flatMap((part) => Object.keys(part.services));
    const wrapped = [...new Set(PARTS.flatMap((part) => Object.keys(part.wraps ?? {})))];

    expect(wrapped).to.have.members(['host', 'pluginStorage']);
    expect(names).to.include.members(wrapped);
  });

  it('names the live events in the API document', () => {
    const [route] = eventRoutes({} as never);
    // the heartbeat is about the connection, and no feature sends it
    const documented = [...(route?.description ?? '').matchAll(/`([^`]+)`/g)].map(([, type]) => type).filter((type) => type !== 'alive');

    expect(PARTS.flatMap(({ events = {} }) => Object.keys(events)).sort()).to.deep.equal(documented.sort());
  });
});
