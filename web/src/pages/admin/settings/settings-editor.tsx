import { useQuery } from '@tanstack/react-query';
import type { RegistryWidgetsType } from '@rjsf/utils';
import { useMemo } from 'react';
import { settingsFormsQuery, settingsQuery } from '../../../api/queries/admin-queries.js';
import type { Settings } from '../../../api/types.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { LoadingBlock } from '../../../components/feedback/loading-block.js';
import { Section } from '../../../components/page/section.js';
import { SettingsForm } from '../../../forms/settings-form.js';
import { useFirstError } from '../../../forms/use-first-error.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { SaveBar } from '../save-bar.js';
import { CatalogRegionWidget } from './catalog-region-widget.js';
import { DownloadClientWidget } from './download-client-widget.js';
import { FolderWidget } from './folder-widget.js';
import { PathTemplateWidget } from './path-template-widget.js';
import { anchorOf, SectionIndex } from './section-index.js';
import classes from './settings.module.css';
import { useSettingsDraft } from './use-settings-draft.js';
import type { SettingsSection } from './use-settings-draft.js';

const WIDGETS: RegistryWidgetsType = {
  folder: FolderWidget,
  'path-template': PathTemplateWidget,
  'catalog-region': CatalogRegionWidget,
  'download-client': DownloadClientWidget,
};

interface SettingsEditorProps {
  /** The page whose sections to render. Default: those that no other page has. */
  page?: 'backups';
}

/** Nearly everything always has a value, so marking required fields would say nothing. */
function unmarked(schema: SettingsSection['schema']): SettingsSection['schema'] {
  return { ...schema, required: [] };
}

function Editor({ sections, saved, isWholePage }: { sections: readonly SettingsSection[]; saved: Settings; isWholePage: boolean }) {
  const { t } = useI18n();
  const draft = useSettingsDraft(sections, saved);
  const { frame, show } = useFirstError(draft.complaints);
  const editor = (
    <div ref={frame}>
      {sections.map(({ name, schema }) => {
        const form = (
          <SettingsForm
            idPrefix={`settings-${name}`}
            widgets={WIDGETS}
            schema={unmarked(schema)}
            values={draft.draft[name] ?? {}}
            onChange={(values) => draft.change(name, values)}
            errors={draft.errors[name] ?? []}
          />
        );
        return isWholePage ? (
          <Section key={name} anchor={anchorOf(name)} title={schema.title ?? name} note={schema.description}>
            {form}
          </Section>
        ) : (
          <div key={name}>{form}</div>
        );
      })}
      <SaveBar
        changed={draft.changed}
        busy={draft.busy}
        problem={draft.count > 0 ? t('form.fieldErrors', { count: draft.count }) : draft.failure}
        {...(draft.count > 0 ? { onShow: show } : {})}
        onSave={draft.submit}
        onDiscard={draft.discard}
      />
    </div>
  );
  if (!isWholePage) return editor;
  return (
    <div className={classes.beside}>
      {editor}
      <SectionIndex sections={sections} />
    </div>
  );
}

/** Settings of the server, rendered from the schemas of their sections. */
export function SettingsEditor({ page }: SettingsEditorProps) {
  const forms = useQuery(settingsFormsQuery);
  const settings = useQuery({ ...settingsQuery, refetchOnWindowFocus: false });
  const sections = useMemo(
    () => ((forms.data?.sections ?? []) as SettingsSection[]).filter(({ schema }) => schema['x-ui']?.page === page),
    [forms.data, page],
  );
  const failed = [forms, settings].find(({ data, error }) => !data && error);
  if (failed?.error) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!forms.data || !settings.data) return <LoadingBlock height={page ? 110 : 480} />;
  return <Editor sections={sections} saved={settings.data} isWholePage={page === undefined} />;
}
