import { ActionIcon, Button, Group, TextInput } from '@mantine/core';
import { IconArrowRight, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ActionButton } from '../../../components/controls/action-button.js';
import { useSavePathMappings, useTestPath } from '../../../api/queries/integration-queries.js';
import type { Integration, PathMapping } from '../../../api/types.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from '../admin.module.css';
import own from './integrations.module.css';

function PathTest({ id }: { id: string }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const test = useTestPath(id);
  const [path, setPath] = useState('');
  return (
    <form
      className={classes.stack}
      onSubmit={(event) => {
        event.preventDefault();
        if (path !== '') test.mutate(path, { onError: (error) => toast.problem(errorText(error)) });
      }}
    >
      <Group align="end" gap="sm">
        <TextInput
          label={t('mappings.test')}
          description={t('mappings.test.help')}
          value={path}
          onChange={(event) => setPath(event.currentTarget.value)}
          style={{ flex: 1 }}
          spellCheck={false}
        />
      </Group>
      <div>
        <ActionButton type="submit" variant="default" loading={test.isPending}>
          {t('mappings.test.run')}
        </ActionButton>
      </div>
      {test.data ? (
        <div className={own.answer} data-ok={test.data.existsHere} role="status">
          <div>
            {test.data.message}
            <div className={classes.mono}>
              <bdi dir="ltr">
                {test.data.remote} → {test.data.local}
              </bdi>
            </div>
          </div>
        </div>
      ) : null}
    </form>
  );
}

/** How the other program's paths translate to local paths. */
export function PathMappings({ integration }: { integration: Integration }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const save = useSavePathMappings(integration.id);
  const saved = integration.pathMappings ?? [];
  const [rows, setRows] = useState<PathMapping[]>(saved);
  const changed = JSON.stringify(rows) !== JSON.stringify(saved);
  const set = (index: number, change: Partial<PathMapping>) =>
    setRows(rows.map((row, position) => (position === index ? { ...row, ...change } : row)));

  return (
    <div className={classes.stack}>
      {rows.length === 0 ? <p className="dim">{t('mappings.empty')}</p> : null}
      {rows.map((row, index) => (
        <div className={own.mapping} key={index}>
          <TextInput
            label={t('mappings.remote')}
            placeholder="/downloads"
            value={row.remote}
            onChange={(event) => set(index, { remote: event.currentTarget.value })}
            spellCheck={false}
          />
          <IconArrowRight size={18} className="flip-rtl" aria-hidden="true" />
          <TextInput
            label={t('mappings.local')}
            placeholder="/mnt/media/downloads"
            value={row.local}
            onChange={(event) => set(index, { local: event.currentTarget.value })}
            spellCheck={false}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('form.array.remove', { position: index + 1 })}
            onClick={() => setRows(rows.filter((_row, position) => position !== index))}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </div>
      ))}
      <Group>
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setRows([...rows, { remote: '', local: '' }])}>
          {t('mappings.add')}
        </Button>
        {changed ? (
          <ActionButton
            loading={save.isPending}
            disabled={rows.some((row) => row.remote === '' || row.local === '')}
            onClick={() =>
              save.mutate(rows, { onSuccess: () => toast.done(t('common.saved')), onError: (error) => toast.problem(errorText(error)) })
            }
          >
            {t('mappings.save')}
          </ActionButton>
        ) : null}
      </Group>
      <PathTest id={integration.id} />
    </div>
  );
}
