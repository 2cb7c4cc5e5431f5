import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ActionButton } from '../../../components/controls/action-button.js';
import { useChangePlugin, useReleasePlugin } from '../../../api/queries/plugin-queries.js';
import type { PluginInfo } from '../../../api/types.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { kept } from '../../../i18n/format-values.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { joinFacts, labelled } from '../../../i18n/join-names.js';
import classes from '../admin.module.css';
import { InstallDialog } from './install-dialog.js';
import { PluginChips } from './plugin-chips.js';
import { PluginFit } from './plugin-fit.js';
import { PluginMenu } from './plugin-menu.js';
import { RunIncompatible } from './run-incompatible.js';
import { RepositoryLink } from './repository-link.js';

interface PluginCardProps {
  plugin: PluginInfo;
  /** The plugin API of this server. */
  apiVersion: string;
  /** Number of its integrations. */
  used: number;
  /** A newer version. */
  update: string | undefined;
}

/** The problem of a plugin, with its time; nothing without one. */
function Problem({ plugin }: { plugin: PluginInfo }) {
  const { t, relative } = useI18n();
  const { quarantine, error, lastError } = plugin;
  const shown = quarantine
    ? { message: t('plugins.quarantine', { message: quarantine.message }), at: quarantine.since }
    : error && plugin.state !== 'disabled' && plugin.state !== 'incompatible'
      ? error
      : lastError;
  if (!shown) return null;
  return (
    <p className={classes.problem}>
      {shown.message} <time dateTime={shown.at}>{relative(shown.at)}</time>
    </p>
  );
}

function MainAction({ plugin, used, update, onUpdate, onRunAnyway }: PluginCardProps & { onUpdate: () => void; onRunAnyway: () => void }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const release = useReleasePlugin(plugin.id);
  const change = useChangePlugin(plugin.id);
  const onError = (error: unknown) => toast.problem(errorText(error));
  const name = plugin.displayName;
  if (plugin.state === 'quarantined') {
    return (
      <ActionButton
        variant="default"
        loading={release.isPending}
        onClick={() => release.mutate(undefined, { onError })}
        aria-label={labelled(t('plugins.release'), name)}
      >
        {t('plugins.release')}
      </ActionButton>
    );
  }
  if (plugin.state === 'disabled') {
    return (
      <ActionButton
        variant="default"
        loading={change.isPending}
        onClick={() => change.mutate({ enabled: true }, { onError })}
        aria-label={labelled(t('plugins.enable'), name)}
      >
        {t('plugins.enable')}
      </ActionButton>
    );
  }
  return (
    <>
      {update ? (
        <Button onClick={onUpdate} aria-label={labelled(t('plugins.update'), name)}>
          {t('plugins.update')}
        </Button>
      ) : null}
      {plugin.state === 'incompatible' ? (
        <Button variant="default" onClick={onRunAnyway} aria-label={labelled(t('plugins.ignoreCompatibility'), name)}>
          {t('plugins.ignoreCompatibility')}
        </Button>
      ) : null}
      {plugin.state === 'ready' && (plugin.instances === 'many' || (plugin.instances === 'one' && used === 0)) ? (
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/admin/integrations/new" search={{ plugin: plugin.id }} {...props} />}
          aria-label={labelled(t('plugins.add'), name)}
        >
          {t('plugins.add')}
        </Button>
      ) : null}
    </>
  );
}

/** How many use a plugin for themselves, and where each adds their own. */
function PeopleNote({ plugin, people }: { plugin: PluginInfo; people: number }) {
  const { t } = useI18n();
  const where = plugin.provides.includes('shelfProvider') ? 'shelves' : 'notifications';
  return <p className={classes.cardNote}>{t(`plugins.people.${where}`, { count: people })}</p>;
}

export function PluginCard({ plugin, apiVersion, used, update }: PluginCardProps) {
  const { t } = useI18n();
  const [isAsking, setIsAsking] = useState(false);
  const [updating, setUpdating] = useState(false);
  const version =
    plugin.restartNeeded && plugin.installedVersion && plugin.installedVersion !== plugin.version
      ? t('plugins.versionAfterRestart', { version: plugin.version, next: plugin.installedVersion })
      : plugin.version;
  return (
    <article className={classes.card}>
      <div className={classes.cardHead}>
        <h2 className={classes.cardTitle}>{plugin.displayName}</h2>
        <PluginMenu plugin={plugin} used={used} />
      </div>
      <PluginChips plugin={plugin} update={update} />
      {plugin.description ? (
        <p className={classes.cardNote}>
          <bdi>{plugin.description}</bdi>
        </p>
      ) : null}
      <PluginFit plugin={plugin} apiVersion={apiVersion} />
      <Problem plugin={plugin} />
      <p className={`${classes.cardNote} ${classes.mono}`}>
        <bdi dir="ltr">{plugin.packageName}</bdi> {version}
      </p>
      <p className={classes.cardNote}>
        {joinFacts([
          t(`plugins.origin.${plugin.origin}`),
          ...plugin.provides.map((kind) => t(`kind.${kind}`)),
          ...(plugin.people === undefined || used > 0 ? [kept(t('plugins.used', { count: used }))] : []),
        ])}
        <RepositoryLink url={plugin.repository} />
      </p>
      {plugin.people === undefined ? null : <PeopleNote plugin={plugin} people={plugin.people} />}
      <div className={classes.cardActions}>
        <MainAction
          plugin={plugin}
          apiVersion={apiVersion}
          used={used}
          update={update}
          onUpdate={() => setUpdating(true)}
          onRunAnyway={() => setIsAsking(true)}
        />
      </div>
      {isAsking ? <RunIncompatible plugin={plugin} apiVersion={apiVersion} onClose={() => setIsAsking(false)} /> : null}
      {updating ? (
        <InstallDialog
          name={plugin.packageName}
          installed={plugin.installedVersion}
          onClose={() => setUpdating(false)}
          onPlaced={() => setUpdating(false)}
        />
      ) : null}
    </article>
  );
}
