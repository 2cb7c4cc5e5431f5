import { Alert, Button, Checkbox, Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton } from '../../../components/controls/action-button.js';
import { packageQuery, pluginVersionsQuery, useInstallPlugin, type LookedUpPlugin } from '../../../api/queries/plugin-queries.js';
import { Dialog } from '../../../components/feedback/dialog.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { joinFacts } from '../../../i18n/join-names.js';
import { PackageTexts } from './package-texts.js';
import classes from './plugins.module.css';
import { RepositoryLink } from './repository-link.js';
import { LoadingBlock } from '../../../components/feedback/loading-block.js';

interface InstallDialogProps {
  /** Name of the package. */
  name: string;
  /** The result of looking it up; its version is the suggested one. */
  lookedUp?: LookedUpPlugin | undefined;
  /** The installed version. */
  installed?: string | undefined;
  onClose: () => void;
  onPlaced: () => void;
}

/** A package's description of itself, and why this version was chosen. */
function About({ plugin, isChosen }: { plugin: LookedUpPlugin; isChosen: boolean }) {
  const { t } = useI18n();
  const facts = [plugin.displayName, ...plugin.provides.map((kind) => t(`kind.${kind}`))];
  return (
    <div className={classes.about}>
      <p>
        <strong>{joinFacts(facts)}</strong>
      </p>
      {plugin.description ? (
        <p className="dim">
          <bdi>{plugin.description}</bdi>
        </p>
      ) : null}
      <p className="dim">
        {t(plugin.hasProvenance ? 'plugins.install.provenance' : 'plugins.install.noProvenance')}
        <RepositoryLink url={plugin.repository} separator=" " />
      </p>
      {plugin.wanted !== undefined && plugin.wanted !== plugin.version && isChosen ? (
        <p className="dim">{t('plugins.install.matches', { version: plugin.version, wanted: plugin.wanted })}</p>
      ) : null}
      <PackageTexts readme={plugin.readme} changelog={plugin.changelog} />
    </div>
  );
}

/** Asks for the version, and explains what installing a plugin means. */
export function InstallDialog({ name, lookedUp, installed, onClose, onPlaced }: InstallDialogProps) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const { data, error } = useQuery(pluginVersionsQuery(name));
  const install = useInstallPlugin();
  const [chosen, setChosen] = useState<string | null>(null);
  const [atOwnRisk, setAtOwnRisk] = useState(false);
  const version = chosen ?? lookedUp?.version ?? data?.suggested ?? data?.latest ?? data?.versions[0]?.version ?? null;
  // only the newest versions of a package are listed
  const versions =
    lookedUp && data && !data.versions.some((one) => one.version === lookedUp.version) ? [...data.versions, lookedUp] : data?.versions;
  const isLookedUp = lookedUp !== undefined && lookedUp.version === version;
  const { data: fetched } = useQuery(packageQuery(name, isLookedUp ? null : version));
  const about = isLookedUp ? lookedUp : fetched;
  const known = versions?.find((one) => one.version === version);
  const problem = data?.problem?.message ?? (error ? errorText(error) : install.error ? errorText(install.error) : undefined);
  const incompatible = known !== undefined && !known.compatible;
  const label = (one: { version: string; compatible: boolean }) =>
    joinFacts(
      [
        one.version,
        one.version === data?.latest ? t('plugins.install.latest') : '',
        one.compatible ? '' : t('plugins.install.otherApi'),
      ].filter(Boolean),
    );
  const place = () => {
    if (!version) return;
    install.mutate({ name, version, ...(incompatible ? { allowIncompatible: atOwnRisk } : {}) }, { onSuccess: onPlaced });
  };
  return (
    <Dialog title={t(installed ? 'plugins.update' : 'plugins.getMore')} onClose={onClose}>
      <div className={classes.dialog}>
        <code className={classes.package}>{name}</code>
        {about ? <About plugin={about} isChosen={version === lookedUp?.version} /> : null}
        {versions && versions.length > 0 ? (
          <Select
            label={t('plugins.install.version')}
            data={versions.map((one) => ({ value: one.version, label: label(one), disabled: one.version === installed }))}
            value={version}
            onChange={setChosen}
            allowDeselect={false}
            searchable={versions.length > 8}
            {...(installed ? { description: t('plugins.install.installed', { version: installed }) } : {})}
          />
        ) : data || error ? null : (
          <LoadingBlock height={60} />
        )}
        {known?.deprecated ? (
          <Alert color="orange" variant="light">
            {t('plugins.install.deprecated', { reason: known.deprecated })}
          </Alert>
        ) : null}
        {incompatible ? (
          <Checkbox
            label={t('plugins.install.atOwnRisk', { api: known.api ?? '' })}
            checked={atOwnRisk}
            onChange={(event) => setAtOwnRisk(event.currentTarget.checked)}
          />
        ) : null}
        {problem ? (
          <Alert color="red" variant="light" role="alert">
            {problem}
          </Alert>
        ) : (
          <p className={`${classes.warning} dim`}>{t('plugins.install.trust')}</p>
        )}
      </div>
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <ActionButton
          onClick={place}
          loading={install.isPending}
          disabled={!known || version === installed || (incompatible && !atOwnRisk)}
          data-autofocus
        >
          {t(installed ? 'plugins.update' : 'plugins.install')}
        </ActionButton>
      </Group>
    </Dialog>
  );
}
