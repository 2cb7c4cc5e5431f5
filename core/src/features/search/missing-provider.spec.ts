import { expect } from 'chai';
import type { BoundProvider, PluginInfo } from '../../plugin-host/plugin-host.js';
import type { InstanceInfo } from '../../plugin-host/index.js';
import { findMissingProvider } from './missing-provider.js';

const NOW = new Date('2026-01-02T03:04:05.000Z');

function host(working: readonly string[], instances: readonly Partial<InstanceInfo>[] = []) {
  return {
    providers: (kind: string) => (working.includes(kind) ? [{} as BoundProvider<'indexer'>] : []) as never,
    instances: () => instances as readonly InstanceInfo[],
    plugin: () => ({ provides: ['indexer'] }) as unknown as PluginInfo,
  };
}

describe('what a search cannot do without', () => {
  it('is there when an indexer and a download client work', () => {
    expect(findMissingProvider(host(['indexer', 'downloadClient']), NOW, 1)).to.equal(undefined);
  });

  it('asks for an indexer when none is connected, and looks again in an hour', () => {
    const missing = findMissingProvider(host(['downloadClient']), NOW, 1);

    expect(missing?.reason).to.include({ code: 'no_indexer', todo: 'Connect an indexer under Integrations.' });
    expect(missing?.nextAt.toISOString()).to.equal('2026-01-02T04:04:05.000Z');
  });

  it('names an indexer that is connected and does not work, with its fault, and looks again sooner', () => {
    const lastError = { code: 'INTEGRATION_UNAVAILABLE', message: 'connection refused', at: 0 };
    const missing = findMissingProvider(host(['downloadClient'], [{ name: 'Prowlarr', state: 'degraded', lastError }]), NOW, 1);

    expect(missing?.reason.message).to.equal('Prowlarr cannot be used now, so the book cannot be searched for: connection refused');
    expect(missing?.reason.component).to.deep.equal({ kind: 'indexer', name: 'Prowlarr' });
    expect(missing?.nextAt.toISOString()).to.equal('2026-01-02T03:19:05.000Z');
  });

  it('does not count an indexer that is switched off', () => {
    const missing = findMissingProvider(host(['downloadClient'], [{ name: 'Prowlarr', state: 'disabled' }]), NOW, 1);

    expect(missing?.reason.message).to.contain('No indexer is connected');
  });

  it('says so when no download client is there', () => {
    expect(findMissingProvider(host(['indexer']), NOW, 1)?.reason.code).to.equal('no_download_client');
  });

  describe('for an ebook', () => {
    const needs = { kind: 'ebook', hasFilesByHttp: false } as const;

    it('is an ebook source, which needs no download client of a plugin', () => {
      expect(findMissingProvider(host(['ebookSource']), NOW, 1, needs)).to.equal(undefined);
      expect(findMissingProvider(host(['indexer', 'downloadClient']), NOW, 1, needs)?.reason).to.include({
        code: 'no_ebook_source',
        todo: 'Connect an ebook source under Integrations.',
      });
    });

    it('is an indexer with a client where indexers may be asked', () => {
      const may = { ...needs, mayUseIndexers: true };
      expect(findMissingProvider(host(['indexer', 'downloadClient']), NOW, 1, may)).to.equal(undefined);
      expect(findMissingProvider(host(['indexer']), NOW, 1, may)?.reason.code).to.equal('no_ebook_source');
      expect(findMissingProvider(host(['indexer']), NOW, 1, { ...may, hasFilesByHttp: true })).to.equal(undefined);
    });
  });

  it('is no client of a plugin when an indexer offers files by HTTP, and the own one does not count otherwise', () => {
    const own = {
      ...host(['indexer']),
      providers: (kind: string) => (kind === 'downloadClient' ? [{ integrationId: 'direct' }] : [{}]) as never,
    };
    expect(findMissingProvider(own, NOW, 1, { kind: 'audiobook', hasFilesByHttp: true })).to.equal(undefined);
    expect(findMissingProvider(own, NOW, 1)?.reason.code).to.equal('no_download_client');
  });
});
