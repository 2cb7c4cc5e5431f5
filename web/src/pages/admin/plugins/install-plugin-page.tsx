import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { pluginListQuery } from '../../../api/queries/plugin-queries.js';
import { toast } from '../../../components/feedback/toast.js';
import { PageHeader } from '../../../components/page/page-header.js';
import { Section } from '../../../components/page/section.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { FindPlugins } from './find-plugins.js';
import { InstallDialog } from './install-dialog.js';
import classes from './plugins.module.css';
import { UploadPlugin } from './upload-plugin.js';

function ByName({ onChoose }: { onChoose: (name: string) => void }) {
  const { t } = useI18n();
  const [name, setName] = useState('');
  return (
    <Section title={t('plugins.byName')} note={t('plugins.byName.note')}>
      <form
        className={classes.row}
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim()) onChoose(name.trim());
        }}
      >
        <TextInput
          label={t('plugins.byName.label')}
          placeholder="lectern-plugin-…"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={214}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
        <Button type="submit" variant="default" disabled={!name.trim()}>
          {t('plugins.byName.continue')}
        </Button>
      </form>
    </Section>
  );
}

/** The three ways to a new plugin: finding it, knowing its name, having it as a file. */
export function InstallPluginPage() {
  const { t } = useI18n();
  const navigate = useNavigate();
  const { data } = useQuery(pluginListQuery);
  const [chosen, setChosen] = useState<string | undefined>();
  const registry = data && URL.canParse(data.registry) ? new URL(data.registry).host : '';
  const onPlaced = () => {
    toast.done(t('plugins.install.placed'));
    void navigate({ to: '/admin/plugins' });
  };
  return (
    <>
      <PageHeader title={t('plugins.getMore')} lead={t('plugins.getMore.lead')} />
      <div className={classes.notice}>
        <IconAlertTriangle size={20} aria-hidden="true" />
        <p>{t('plugins.install.trust')}</p>
      </div>
      <FindPlugins registry={registry} present={data?.items.map(({ packageName }) => packageName) ?? []} onChoose={setChosen} />
      <ByName onChoose={setChosen} />
      <UploadPlugin onPlaced={onPlaced} />
      {chosen ? (
        <InstallDialog
          key={chosen}
          name={chosen}
          installed={data?.items.find(({ packageName }) => packageName === chosen)?.installedVersion}
          onClose={() => setChosen(undefined)}
          onPlaced={onPlaced}
        />
      ) : null}
    </>
  );
}
