import { Link } from '@tanstack/react-router';
import type { PluginInfo, ProviderKind } from '../../../api/types.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from './integrations.module.css';
import { KINDS } from '../../../api/provider-kinds.js';

interface PluginPickerProps {
  plugins: PluginInfo[];
  kind: ProviderKind | undefined;
  usedPlugins: ReadonlySet<string>;
  /** Replaces the link to the form, as in setup. */
  onPick?: (pluginId: string) => void;
}

/** The plugins that can be added, by kind, without those that allow only one integration and have it. */
export function PluginPicker({ plugins, kind, usedPlugins, onPick }: PluginPickerProps) {
  const { t } = useI18n();
  // users connect their own
  const ours = plugins.filter((plugin) => plugin.instances !== 'per-user');
  const ready = ours.filter((plugin) => plugin.state === 'ready' && (plugin.instances !== 'one' || !usedPlugins.has(plugin.id)));
  const kinds = KINDS.filter((candidate) => !kind || candidate === kind);
  const groups = [
    ...kinds.map((group) => ({
      group,
      title: t(`kind.${group}`),
      note: t(`kind.${group}.note`),
      members: ready.filter((plugin) => plugin.provides.includes(group)),
    })),
    {
      group: 'rules',
      title: t('integrations.rules'),
      note: t('integrations.rules.note'),
      members: kind ? [] : ready.filter((plugin) => plugin.provides.length === 0),
    },
  ];
  return groups.map(({ group, title, note, members }) => {
    if (members.length === 0) return null;
    return (
      <section key={group} className={classes.pickGroup}>
        <h2>
          {title} <span className="dim small">{note}</span>
        </h2>
        <div className={classes.picks}>
          {members.map((plugin) => {
            const content = (
              <>
                <strong>{plugin.displayName}</strong>
                {plugin.description ? (
                  <span className="dim small">
                    <bdi>{plugin.description}</bdi>
                  </span>
                ) : null}
              </>
            );
            return onPick ? (
              <button key={plugin.id} type="button" className={classes.pick} onClick={() => onPick(plugin.id)}>
                {content}
              </button>
            ) : (
              <Link key={plugin.id} to="/admin/integrations/new" search={{ plugin: plugin.id, kind }} className={classes.pick}>
                {content}
              </Link>
            );
          })}
        </div>
      </section>
    );
  });
}
