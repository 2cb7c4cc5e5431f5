import { formatterOf } from '@lectern/messages';
import { Group, NativeSelect, Switch } from '@mantine/core';
import type { Digest } from '../../../api/types.js';
import { Section } from '../../../components/page/section.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from './notification-settings.module.css';
import { useSavePreference } from './use-save-preference.js';

const FIRST: Digest = { weekday: 6, hour: 9 };
/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** A summary of the week instead of many messages. */
export function DigestSection({ digest, timeZone }: { digest: Digest | null; timeZone: string | undefined }) {
  const { t, locale } = useI18n();
  const save = useSavePreference();
  const weekday = formatterOf(Intl.DateTimeFormat, locale, { weekday: 'long', timeZone: 'UTC' });
  const hour = formatterOf(Intl.DateTimeFormat, locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
  const days = Array.from({ length: 7 }, (_, day) => ({ value: String(day + 1), label: weekday.format(MONDAY + day * DAY_MS) }));
  const hours = Array.from({ length: 24 }, (_, one) => ({ value: String(one), label: hour.format(MONDAY + one * HOUR_MS) }));
  return (
    <Section title={t('ways.digest')}>
      <div className={classes.stack}>
        <Switch
          size="md"
          label={t('ways.digest.on')}
          description={t('ways.digest.help')}
          checked={digest !== null}
          onChange={({ currentTarget: { checked } }) => save({ digest: checked ? FIRST : null })}
        />
        {digest ? (
          <>
            <Group gap="md">
              <NativeSelect
                label={t('ways.digest.day')}
                data={days}
                value={String(digest.weekday)}
                onChange={({ currentTarget: { value } }) => save({ digest: { ...digest, weekday: Number(value) } })}
              />
              <NativeSelect
                label={t('ways.digest.hour')}
                data={hours}
                value={String(digest.hour)}
                onChange={({ currentTarget: { value } }) => save({ digest: { ...digest, hour: Number(value) } })}
              />
            </Group>
            <span className="dim small">
              {timeZone === undefined ? t('ways.digest.serverZone') : t('ways.quiet.zone', { zone: timeZone.replaceAll('_', ' ') })}
            </span>
          </>
        ) : null}
      </div>
    </Section>
  );
}
