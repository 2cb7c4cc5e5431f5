import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { pluginListQuery, type LookedUpPlugin } from '../../../api/queries/plugin-queries.js';
import { toast } from '../../../components/feedback/toast.js';
import { PageHeader } from '../../../components/page/page-header.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { FindPlugins } from './find-plugins.js';
import { Notice } from '../notice.js';
import { InstallByName } from './install-by-name.js';
import { InstallDialog } from './install-dialog.js';
import { UploadPlugin } from './upload-plugin.js';

/** Three ways to install a plugin: searching, by name, from a file. */
export function InstallPluginPage() {
  const { t } = useI18n();
  const navigate = useNavigate();
  const { data } = useQuery(pluginListQuery);
  const [chosen, setChosen] = useState<{ name: string; lookedUp?: LookedUpPlugin } | undefined>();
  const registry = data && URL.canParse(data.registry) ? new URL(data.registry).host : '';
  const onPlaced = () => {
    toast.done(t('plugins.install.placed'));
    void navigate({ to: '/admin/plugins' });
  };
  return (
    <>
      <PageHeader title={t('plugins.getMore')} lead={t('plugins.getMore.lead')} />
      <Notice icon={IconAlertTriangle}>{t('plugins.install.trust')}</Notice>
      <FindPlugins
        registry={registry}
        present={data?.items.map(({ packageName }) => packageName) ?? []}
        onChoose={(name) => setChosen({ name })}
      />
      <InstallByName onFound={(lookedUp) => setChosen({ name: lookedUp.name, lookedUp })} />
      <UploadPlugin onPlaced={onPlaced} />
      {chosen ? (
        <InstallDialog
          key={`${chosen.name} ${chosen.lookedUp?.version ?? ''}`}
          name={chosen.name}
          lookedUp={chosen.lookedUp}
          installed={data?.items.find(({ packageName }) => packageName === chosen.name)?.installedVersion}
          onClose={() => setChosen(undefined)}
          onPlaced={onPlaced}
        />
      ) : null}
    </>
  );
}
