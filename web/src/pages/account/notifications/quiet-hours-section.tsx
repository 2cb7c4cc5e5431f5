import { Button, Group, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { QuietHours } from '../../../api/types.js';
import { Section } from '../../../components/page/section.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from './notification-settings.module.css';
import { useSavePreference } from './use-save-preference.js';

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A time of the day that is saved once it is left, and only if it is one. */
function TimeField({ label, value, onSave }: { label: string; value: string; onSave: (value: string) => void }) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    setTyped(value);
  }
  return (
    <TextInput
      type="time"
      label={label}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => {
        if (!TIME.test(typed)) setTyped(value);
        else if (typed !== value) onSave(typed);
      }}
    />
  );
}

/** The hours in which nothing but the list in the app tells a person anything. */
export function QuietHoursSection({ quietHours }: { quietHours: QuietHours | null }) {
  const { t } = useI18n();
  const save = useSavePreference();
  const here = zoneHere();
  return (
    <Section title={t('ways.quiet')}>
      <div className={classes.stack}>
        <Switch
          size="md"
          label={t('ways.quiet.on')}
          description={t('ways.quiet.help')}
          checked={quietHours !== null}
          onChange={({ currentTarget: { checked } }) =>
            save({ quietHours: checked ? { from: '22:00', to: '07:00', timeZone: here } : null })
          }
        />
        {quietHours ? (
          <>
            <Group gap="md">
              <TimeField
                label={t('ways.quiet.from')}
                value={quietHours.from}
                onSave={(from) => save({ quietHours: { ...quietHours, from } })}
              />
              <TimeField label={t('ways.quiet.to')} value={quietHours.to} onSave={(to) => save({ quietHours: { ...quietHours, to } })} />
            </Group>
            <Group gap="sm">
              <span className="dim small">{t('ways.quiet.zone', { zone: quietHours.timeZone.replaceAll('_', ' ') })}</span>
              {here === quietHours.timeZone ? null : (
                <Button size="compact-sm" variant="default" onClick={() => save({ quietHours: { ...quietHours, timeZone: here } })}>
                  {t('ways.quiet.useHere', { zone: here.replaceAll('_', ' ') })}
                </Button>
              )}
            </Group>
          </>
        ) : null}
      </div>
    </Section>
  );
}
