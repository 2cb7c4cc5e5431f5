import { useQuery } from '@tanstack/react-query';
import { pluginTextsQuery } from '../../../api/queries/plugin-queries.js';
import type { PluginInfo } from '../../../api/types.js';
import { Dialog } from '../../../components/feedback/dialog.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { LoadingBlock } from '../../../components/feedback/loading-block.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { PackageTexts } from './package-texts.js';
import classes from './plugins.module.css';
import { RepositoryLink } from './repository-link.js';

/** The texts of an installed plugin, and its origin. */
export function PluginTexts({ plugin, onClose }: { plugin: PluginInfo; onClose: () => void }) {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery(pluginTextsQuery(plugin.id));
  return (
    <Dialog title={plugin.displayName} onClose={onClose}>
      <div className={classes.dialog}>
        <code className={classes.package}>
          {plugin.packageName} {plugin.version}
        </code>
        <p className={classes.warning}>
          {t(`plugins.origin.${plugin.origin}`)}
          <RepositoryLink url={plugin.repository} />
        </p>
        {data ? (
          <PackageTexts {...data} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} compact />
        ) : (
          <LoadingBlock height={80} />
        )}
      </div>
    </Dialog>
  );
}
