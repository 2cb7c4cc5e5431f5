import { fault } from './fault.js';

export interface Region {
  readonly id: string;
  readonly name: string;
  readonly apiHost: string;
  readonly locale: string;
  /** Whether Audnexus covers the region. */
  readonly audnexus: boolean;
}

/** The store's regions. Book ids and category ids belong to a region; author ids are the same everywhere. */
const REGIONS: readonly Region[] = [
  { id: 'us', name: 'United States', apiHost: 'api.audible.com', locale: 'en-US', audnexus: true },
  { id: 'ca', name: 'Canada', apiHost: 'api.audible.ca', locale: 'en-CA', audnexus: true },
  { id: 'uk', name: 'United Kingdom', apiHost: 'api.audible.co.uk', locale: 'en-GB', audnexus: true },
  { id: 'au', name: 'Australia', apiHost: 'api.audible.com.au', locale: 'en-AU', audnexus: true },
  { id: 'de', name: 'Germany', apiHost: 'api.audible.de', locale: 'de-DE', audnexus: true },
  { id: 'fr', name: 'France', apiHost: 'api.audible.fr', locale: 'fr-FR', audnexus: true },
  { id: 'it', name: 'Italy', apiHost: 'api.audible.it', locale: 'it-IT', audnexus: true },
  { id: 'es', name: 'Spain', apiHost: 'api.audible.es', locale: 'es-ES', audnexus: true },
  { id: 'in', name: 'India', apiHost: 'api.audible.in', locale: 'en-IN', audnexus: true },
  { id: 'jp', name: 'Japan', apiHost: 'api.audible.co.jp', locale: 'ja-JP', audnexus: true },
  { id: 'br', name: 'Brazil', apiHost: 'api.audible.com.br', locale: 'pt-BR', audnexus: false },
];

/** @throws `UNSUPPORTED` for an unknown region */
export function findRegion(id: string): Region {
  const region = REGIONS.find((candidate) => candidate.id === id.toLowerCase());
  if (!region) throw fault('INTEGRATION_UNSUPPORTED', 'no_such_region', { values: { region: id }, field: 'region' });
  return region;
}

/** All regions, the default one first. */
export function regionsWithDefault(defaultId: string): { id: string; name: string }[] {
  const isDefault = (region: Region): number => (region.id === defaultId ? 0 : 1);
  return [...REGIONS].sort((a, b) => isDefault(a) - isDefault(b)).map(({ id, name }) => ({ id, name }));
}
