import { queryOptions } from '@tanstack/react-query';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';
import type { Choice } from '../types.js';

/** What a list of a settings form is asked for with. */
export interface ChoicesQuestion {
  /** Whose settings: the server's integrations, or shelves of the user. */
  area: 'integrations' | 'shelves';
  pluginId: string;
  /** What is saved already, whose secrets are used where the form has none. */
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

/** The options of one field, as the service offers them for the values on screen. */
export const choicesQuery = (question: ChoicesQuestion) =>
  queryOptions({
    queryKey: queryKeys.choices(question.area, question.pluginId, question.savedId, question.name, question.draft),
    queryFn: ({ signal }) => fetchChoices(question, signal),
    staleTime: 60_000,
    retry: false,
  });
