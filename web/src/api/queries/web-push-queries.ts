import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { isApiError } from '../api-error.js';
import { answer, api } from '../client.js';
import { leavePush, pushHere, rememberDevice, subscribeHere } from '../push-here.js';
import { queryKeys } from '../query-keys.js';
import { useMe } from './session-queries.js';

export const pushDevicesQuery = queryOptions({
  queryKey: queryKeys.pushDevices,
  queryFn: async ({ signal }) => (await answer(api.GET('/api/web-push/subscriptions', { signal }))).items,
});

/** What this browser itself says; looked at again whenever its window is, as it may have been changed in the browser's settings. */
export const pushHereQuery = queryOptions({ queryKey: queryKeys.pushHere, queryFn: pushHere, staleTime: 0 });

function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    // one after the other: otherwise the button would change while the list still showed the device
    await client.invalidateQueries({ queryKey: queryKeys.pushDevices });
    await client.invalidateQueries({ queryKey: queryKeys.pushHere });
  };
}

/** @throws PushRefusal, ApiError */
export async function turnOnPush(personId: string): Promise<void> {
  const body = await subscribeHere(async () => (await answer(api.GET('/api/web-push/key'))).publicKey);
  const { id } = await answer(api.POST('/api/web-push/subscriptions', { body }));
  rememberDevice(id, personId);
}

/** Turns notifications on in this browser. Fails with a `PushRefusal` or an `ApiError`. */
export function useTurnOnPush() {
  const refresh = useRefresh();
  const { id } = useMe();
  return useMutation({
    mutationFn: () => turnOnPush(id),
    onSettled: refresh,
  });
}

/** Ends the notifications of a device; of this browser also in the browser. */
export function useRemovePushDevice() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async ({ id, isHere }: { id: string; isHere: boolean }) => {
      await answer(api.DELETE('/api/web-push/subscriptions/{id}', { params: { path: { id } } })).catch((error: unknown) => {
        // it is gone, which is what was wanted
        if (!isApiError(error) || error.status !== 404) throw error;
      });
      if (isHere) await leavePush();
    },
    onSettled: refresh,
  });
}

export function useTestPush() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async () => (await answer(api.POST('/api/web-push/test'))).results,
    // devices that are gone are not listed any more
    onSettled: refresh,
  });
}
