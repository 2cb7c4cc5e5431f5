import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { regionsQuery } from '../../api/queries/book-queries.js';
import { useMe } from '../../api/queries/session-queries.js';
import { useI18n } from '../../i18n/i18n-context.js';

/** The regions that one search may ask at once; the server asks no more. */
export const MOST_REGIONS = 5;

export interface SearchRegions {
  /** The regions that a person can choose, the server's own among them. */
  readonly offered: readonly { readonly id: string; readonly name: string }[];
  /** The ids of those that are searched. */
  readonly chosen: readonly string[];
  readonly choose: (ids: readonly string[]) => void;
  /** The ids to ask for; none for the server's region alone. */
  readonly asked: readonly string[];
  readonly nameOf: (id: string) => string;
  /** Whether it is known what to ask. */
  readonly isReady: boolean;
}

/** The regions that a person searches, remembered by this browser for each person. */
export function useSearchRegions(): SearchRegions {
  const { id: personId } = useMe();
  const { region: nameInLanguage } = useI18n();
  const { data, isPending } = useQuery(regionsQuery);
  const [stored, setStored] = useLocalStorage<string[]>({
    key: `lectern-search-regions-${personId}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const offered = (data?.items ?? []).map((region) => ({ id: region.id, name: nameInLanguage(region) }));
  const server = data?.server;
  const remembered = (Array.isArray(stored) ? stored : []).filter((id) => offered.some((region) => region.id === id));
  const chosen = remembered.length > 0 ? remembered : server === undefined ? [] : [server];
  const asked = chosen.length === 1 && chosen[0] === server ? [] : chosen;
  return {
    offered,
    chosen,
    choose: (ids) => setStored(offered.map(({ id }) => id).filter((id) => ids.includes(id))),
    asked,
    nameOf: (id) => offered.find((region) => region.id === id)?.name ?? id.toUpperCase(),
    isReady: !isPending,
  };
}
