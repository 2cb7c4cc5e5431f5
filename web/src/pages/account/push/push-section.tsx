import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PushRefusal } from '../../../api/push-here.js';
import { pushDevicesQuery, pushHereQuery, useRemovePushDevice, useTestPush, useTurnOnPush } from '../../../api/queries/web-push-queries.js';
import type { PushDevice } from '../../../api/types.js';
import { ActionButton } from '../../../components/controls/action-button.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { Section } from '../../../components/page/section.js';
import { registerMessages } from '../../../i18n/catalog.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { pushMessages } from '../../../i18n/messages/en-push.js';
import classes from '../account.module.css';
import { deviceName } from '../sessions/device-name.js';

registerMessages(pushMessages);

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
  return (
    <>
      <p className="dim">{deviceId === undefined ? t('push.lead') : t('push.on')}</p>
      {deviceId === undefined ? (
        <ActionButton loading={turnOn.isPending} onClick={() => turnOn.mutate(undefined, then(t('push.turnedOn')))}>
          {t('push.turnOn')}
        </ActionButton>
      ) : (
        <ActionButton
          variant="default"
          loading={remove.isPending}
          onClick={() => remove.mutate({ id: deviceId, isHere: true }, then(t('push.turnedOff')))}
        >
          {t('push.turnOff')}
        </ActionButton>
      )}
    </>
  );
}

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
        <span className="dim small">{facts.join(' · ')}</span>
      </div>
      <ActionButton
        variant="default"
        loading={remove.isPending}
        onClick={() => remove.mutate({ id: device.id, isHere }, { onError: (error) => toast.problem(errorText(error)) })}
        aria-label={`${t('push.remove')}: ${name}`}
      >
        {t('push.remove')}
      </ActionButton>
    </li>
  );
}

function DeviceList({ devices, deviceId }: { devices: readonly PushDevice[]; deviceId: string | undefined }) {
  const { t } = useI18n();
  const errorText = usePushErrorText();
  const test = useTestPush();
  const tell = (results: Awaited<ReturnType<typeof test.mutateAsync>>) => {
    const sent = results.filter(({ outcome }) => outcome === 'sent').length;
    if (sent > 0) toast.done(t('push.test.sent', { count: sent }));
    for (const { deviceId: id, fault } of results.filter(({ outcome }) => outcome !== 'sent')) {
      const name = deviceName(devices.find((device) => device.id === id)?.userAgent ?? null) ?? t('push.device.unknown');
      toast.problem(t('push.test.failed', { name, fault: fault ?? '' }));
    }
    if (results.length === 0) toast.problem(t('push.test.none'));
  };
  return (
    <>
      <h3>{t('push.devices')}</h3>
      <ul className={classes.list}>
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} isHere={device.id === deviceId} />
        ))}
      </ul>
      <div className={classes.more}>
        <ActionButton
          variant="default"
          loading={test.isPending}
          onClick={() => test.mutate(undefined, { onSuccess: tell, onError: (error) => toast.problem(errorText(error)) })}
        >
          {t('push.test')}
        </ActionButton>
      </div>
    </>
  );
}

/** Whether this browser shows notifications, and the person's other devices that do. */
export function PushSection() {
  const { t } = useI18n();
  const here = useQuery(pushHereQuery);
  const { data: devices, error, refetch } = useQuery(pushDevicesQuery);
  const deviceId = devices?.find(({ id }) => id === here.data?.deviceId)?.id;
  const isKnown = devices !== undefined && here.data !== undefined;
  return (
    <Section title={t('push.title')}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} compact /> : null}
      {isKnown || error ? null : <Skeleton h={72} />}
      {isKnown ? (
        here.data.obstacle === undefined ? (
          <ThisDevice deviceId={deviceId} />
        ) : (
          <p className="dim">{t(`push.${here.data.obstacle}`)}</p>
        )
      ) : null}
      {isKnown && devices.length > 0 ? <DeviceList devices={devices} deviceId={deviceId} /> : null}
    </Section>
  );
}
