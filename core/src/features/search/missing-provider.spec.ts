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

describe('the prerequisites of a search', () => {
  it('are met if an indexer and a download client work', () => {
    expect(findMissingProvider(host(['indexer', 'downloadClient']), NOW, 1)).to.equal(undefined);
  });

  it('lack an indexer if none is connected, and are checked again in an hour', () => {
    const missing = findMissingProvider(host(['downloadClient']), NOW, 1);

    expect(missing?.reason).to.include({ code: 'no_indexer', todo: 'Connect an indexer under Integrations.' });
    expect(missing?.nextAt.toISOString()).to.equal('2026-01-02T04:04:05.000Z');
  });

  it('name an indexer that is connected and does not work, with its fault, and are checked again sooner', () => {
    const lastError = { code: 'INTEGRATION_UNAVAILABLE', message: 'connection refused', said: 'connection refused', at: 0 };
    const missing = findMissingProvider(host(['downloadClient'], [{ name: 'Prowlarr', state: 'degraded', lastError }]), NOW, 1);

    expect(missing?.reason.message).to.equal('Prowlarr cannot be used now, so the book cannot be searched for: connection refused');
    expect(missing?.reason.component).to.deep.equal({ kind: 'indexer', name: 'Prowlarr' });
    expect(missing?.nextAt.toISOString()).to.equal('2026-01-02T03:19:05.000Z');
  });

  it('exclude a disabled indexer', () => {
    const missing = findMissingProvider(host(['downloadClient'], [{ name: 'Prowlarr', state: 'disabled' }]), NOW, 1);

    expect(missing?.reason.message).to.contain('until an indexer is connected');
  });

  it('lack a download client if there is none', () => {
    expect(findMissingProvider(host(['indexer']), NOW, 1)?.reason.code).to.equal('no_download_client');
  });

  describe('for an ebook', () => {
    const needs = { kind: 'ebook', hasFilesByHttp: false } as const;

    it('are an ebook source, which needs no plugin’s download client', () => {
      expect(findMissingProvider(host(['ebookSource']), NOW, 1, needs)).to.equal(undefined);
      expect(findMissingProvider(host(['indexer', 'downloadClient']), NOW, 1, needs)?.reason).to.include({
        code: 'no_ebook_source',
        todo: 'Connect an ebook source under Integrations.',
      });
    });

    it('are an indexer with a client if indexers may be searched', () => {
      const may = { ...needs, mayUseIndexers: true };
      expect(findMissingProvider(host(['indexer', 'downloadClient']), NOW, 1, may)).to.equal(undefined);
      expect(findMissingProvider(host(['indexer']), NOW, 1, may)?.reason.code).to.equal('no_ebook_source');
      expect(findMissingProvider(host(['indexer']), NOW, 1, { ...may, hasFilesByHttp: true })).to.equal(undefined);
    });
  });

  it('include no plugin’s client if an indexer offers files by HTTP, and otherwise the server’s own does not count', () => {
    const own = {
      ...host(['indexer']),
      providers: (kind: string) => (kind === 'downloadClient' ? [{ integrationId: 'direct' }] : [{}]) as never,
    };
    expect(findMissingProvider(own, NOW, 1, { kind: 'audiobook', hasFilesByHttp: true })).to.equal(undefined);
    expect(findMissingProvider(own, NOW, 1)?.reason.code).to.equal('no_download_client');
  });
});
