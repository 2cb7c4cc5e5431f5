import { Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PushRefusal } from '../../../api/push-here.js';
import { pushDevicesQuery, pushHereQuery, useRemovePushDevice, useTestPush, useTurnOnPush } from '../../../api/queries/web-push-queries.js';
import type { PushDevice } from '../../../api/types.js';
import { ActionButton } from '../../../components/controls/action-button.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { LoadingBlock } from '../../../components/feedback/loading-block.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { Section } from '../../../components/page/section.js';
import { needMessages } from '../../../i18n/catalog.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { joinFacts, labelled } from '../../../i18n/join-names.js';
import classes from '../account.module.css';
import { deviceName } from '../sessions/device-name.js';

needMessages('push');

/** A sentence about anything that turning on, removing or trying out may fail with. */
function usePushErrorText(): (error: unknown) => string {
  const { t } = useI18n();
  const errorText = useErrorText();
  return (error) => (error instanceof PushRefusal ? t(`push.${error.reason}`) : errorText(error));
}

/** Turns on what is off here, and off what is on. */
function ThisDevice({ deviceId }: { deviceId: string | undefined }) {
  const { t } = useI18n();
  const errorText = usePushErrorText();
  const turnOn = useTurnOnPush();
  const remove = useRemovePushDevice();
  const then = (message: string) => ({
    onSuccess: () => toast.done(message),
    onError: (error: unknown) => toast.problem(errorText(error)),
  });
  // one button for both, so that whoever pressed it keeps the focus
  return (
    <ActionButton
      variant={deviceId === undefined ? 'filled' : 'default'}
      loading={turnOn.isPending || remove.isPending}
      onClick={() =>
        deviceId === undefined
          ? turnOn.mutate(undefined, then(t('push.turnedOn')))
          : remove.mutate({ id: deviceId, isHere: true }, then(t('push.turnedOff')))
      }
    >
      {deviceId === undefined ? t('push.turnOn') : t('push.turnOff')}
    </ActionButton>
  );
}

/** Sends a message to all devices of the person, and says what became of it. */
function TestButton({ devices }: { devices: readonly PushDevice[] }) {
  const { t } = useI18n();
  const errorText = usePushErrorText();
  const test = useTestPush();
  const tell = (results: Awaited<ReturnType<typeof test.mutateAsync>>) => {
    const sent = results.filter(({ outcome }) => outcome === 'sent').length;
    if (sent > 0) toast.done(t('push.test.sent', { count: sent }));
    for (const { deviceId, fault } of results.filter(({ outcome }) => outcome !== 'sent')) {
      const name = deviceName(devices.find(({ id }) => id === deviceId)?.userAgent ?? null) ?? t('push.device.unknown');
      toast.problem(t('push.test.failed', { name, fault: fault ?? '' }));
    }
    if (results.length === 0) toast.problem(t('push.test.none'));
  };
  return (
    <ActionButton
      variant="default"
      loading={test.isPending}
      onClick={() => test.mutate(undefined, { onSuccess: tell, onError: (error) => toast.problem(errorText(error)) })}
    >
      {t('push.test')}
    </ActionButton>
  );
}

/** The device in use is turned off above; the others are removed. */
function DeviceRow({ device, isHere }: { device: PushDevice; isHere: boolean }) {
  const { t, date } = useI18n();
  const errorText = usePushErrorText();
  const remove = useRemovePushDevice();
  const name = deviceName(device.userAgent) ?? t('push.device.unknown');
  const facts = [...(isHere ? [t('push.device.here')] : []), t('push.device.since', { date: date(device.createdAt) }), device.host];
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <strong>{name}</strong>
        <span className="dim small">{joinFacts(facts)}</span>
      </div>
      {isHere ? null : (
        <ActionButton
          variant="default"
          loading={remove.isPending}
          onClick={() => remove.mutate({ id: device.id, isHere }, { onError: (error) => toast.problem(errorText(error)) })}
          aria-label={labelled(t('push.remove'), name)}
        >
          {t('push.remove')}
        </ActionButton>
      )}
    </li>
  );
}

/** Whether this browser shows notifications, and the person's other devices that do. */
export function PushSection() {
  const { t } = useI18n();
  const here = useQuery(pushHereQuery);
  const { data: devices, error, refetch } = useQuery(pushDevicesQuery);
  if (error) {
    return (
      <Section title={t('push.title')}>
        <ErrorState error={error} onRetry={() => void refetch()} compact />
      </Section>
    );
  }
  if (!devices || !here.data) {
    return (
      <Section title={t('push.title')}>
        <LoadingBlock h={72} />
      </Section>
    );
  }
  const { obstacle } = here.data;
  const deviceId = devices.find(({ id }) => id === here.data.deviceId)?.id;
  const state = obstacle === undefined ? (deviceId === undefined ? ('lead' as const) : ('on' as const)) : obstacle;
  return (
    <Section title={t('push.title')}>
      <Stack gap="md">
        <p className="dim">{t(`push.${state}`)}</p>
        {obstacle === undefined || devices.length > 0 ? (
          <Group gap="sm">
            {obstacle === undefined ? <ThisDevice deviceId={deviceId} /> : null}
            {devices.length > 0 ? <TestButton devices={devices} /> : null}
          </Group>
        ) : null}
        {devices.length > 0 ? (
          <ul className={classes.list} aria-label={t('push.devices')}>
            {devices.map((device) => (
              <DeviceRow key={device.id} device={device} isHere={device.id === deviceId} />
            ))}
          </ul>
        ) : null}
      </Stack>
    </Section>
  );
}
