import { Alert, Checkbox, Group, Button, Radio, Stack, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { WebhookInput } from '../../../api/queries/webhook-queries.js';
import type { WebhookEventId } from '../../../api/types.js';
import { ActionButton } from '../../../components/controls/action-button.js';
import { Dialog } from '../../../components/feedback/dialog.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { useI18n } from '../../../i18n/i18n-context.js';

/** An event to choose. */
export interface EventChoice {
  readonly id: WebhookEventId;
  readonly title: string;
}

/** Those of the ids that are events of this version. */
export function knownOf(events: readonly EventChoice[], ids: readonly string[]): WebhookEventId[] {
  return events.map(({ id }) => id).filter((id) => ids.includes(id));
}

interface EventsFieldProps {
  events: readonly EventChoice[];
  /** `null`: all. */
  chosen: readonly WebhookEventId[] | null;
  onChange: (chosen: WebhookEventId[] | null) => void;
}

function EventsField({ events, chosen, onChange }: EventsFieldProps) {
  const { t } = useI18n();
  return (
    <Stack gap="sm">
      <Radio.Group
        label={t('webhooks.events')}
        value={chosen === null ? 'all' : 'some'}
        onChange={(value) => onChange(value === 'all' ? null : [])}
      >
        <Stack gap="sm" mt={8}>
          <Radio value="all" label={t('webhooks.events.all')} />
          <Radio value="some" label={t('webhooks.events.some')} />
        </Stack>
      </Radio.Group>
      {chosen === null ? null : (
        <Checkbox.Group aria-label={t('webhooks.events')} value={[...chosen]} onChange={(ids) => onChange(knownOf(events, ids))} ms={32}>
          <Stack gap="sm">
            {events.map(({ id, title }) => (
              <Checkbox key={id} value={id} label={title} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </Stack>
  );
}

interface WebhookFormProps {
  title: string;
  confirm: string;
  events: readonly EventChoice[];
  initial: WebhookInput;
  busy: boolean;
  error: Error | null;
  onSave: (input: WebhookInput) => void;
  onClose: () => void;
}

/** Asks for the members of a webhook in a dialog. */
export function WebhookForm({ title, confirm, events, initial, busy, error, onSave, onClose }: WebhookFormProps) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const [input, setInput] = useState(initial);
  const change = (part: Partial<WebhookInput>) => setInput((before) => ({ ...before, ...part }));
  const isWithoutEvents = input.events?.length === 0;
  return (
    <Dialog onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isWithoutEvents) onSave({ ...input, name: input.name.trim(), url: input.url.trim() });
        }}
      >
        <Stack gap="lg">
          <TextInput
            label={t('webhooks.name')}
            value={input.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
            required
            withAsterisk={false}
            maxLength={100}
            data-autofocus
          />
          <TextInput
            label={t('webhooks.url')}
            description={t('webhooks.url.help')}
            type="url"
            inputMode="url"
            placeholder="https://"
            value={input.url}
            onChange={(event) => change({ url: event.currentTarget.value })}
            required
            withAsterisk={false}
            maxLength={2000}
          />
          <EventsField events={events} chosen={input.events} onChange={(chosen) => change({ events: chosen })} />
          <Switch
            label={t('webhooks.enabled')}
            description={t('webhooks.enabled.help')}
            checked={input.enabled}
            onChange={(event) => change({ enabled: event.currentTarget.checked })}
          />
          {error ? (
            <Alert color="red" variant="light" role="alert">
              {errorText(error)}
            </Alert>
          ) : null}
          {isWithoutEvents ? <p className="dim small">{t('webhooks.events.choose')}</p> : null}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <ActionButton type="submit" loading={busy} disabled={isWithoutEvents}>
              {confirm}
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
