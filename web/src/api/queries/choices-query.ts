import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';
import type { Choice } from '../types.js';

/** The key for the options of a settings form. */
export interface ChoicesQuestion {
  /** Whose settings: the server's integrations, or the user's shelves. */
  area: 'integrations' | 'shelves';
  pluginId: string;
  /** The saved entry, whose secrets are used if the form has none. */
  savedId: string | undefined;
  name: string;
  /** The values on screen, as JSON, so that equal drafts share an answer. */
  draft: string;
}

async function fetchChoices({ area, pluginId, savedId, name, draft }: ChoicesQuestion, signal: AbortSignal): Promise<Choice[]> {
  const body = { pluginId, name, settings: JSON.parse(draft) as Record<string, unknown> };
  if (area === 'shelves') {
    const own = { ...body, ...(savedId ? { shelfId: savedId } : {}) };
    return (await answer(api.POST('/api/user/shelves/choices', { body: own, signal }))).choices;
  }
  const ours = { ...body, ...(savedId ? { integrationId: savedId } : {}) };
  return (await answer(api.POST('/api/admin/integrations/choices', { body: ours, signal }))).choices;
}

/** The options of one field, from the service, for the values on screen. */
export const choicesQuery = (question: ChoicesQuestion) =>
  queryOptions({
    queryKey: queryKeys.choices(question.area, question.pluginId, question.savedId, question.name, question.draft),
    queryFn: ({ signal }) => fetchChoices(question, signal),
    staleTime: 60_000,
    retry: false,
  });
