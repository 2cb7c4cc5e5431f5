import { useI18n } from '../../../i18n/i18n-context.js';
import classes from './settings.module.css';
import type { SettingsSection } from './use-settings-draft.js';

/** The id of a section of the settings. */
export function anchorOf(name: string): string {
  return `section-${name}`;
}

/**
 * The sections of the settings beside them, where there is room. A link moves the focus into its section and leaves the address alone: a
 * change of that would ask whether unsaved changes may be lost.
 */
export function SectionIndex({ sections }: { sections: readonly SettingsSection[] }) {
  const { t } = useI18n();
  return (
    <nav className={classes.index} aria-label={t('settings.sections')}>
      {sections.map(({ name, schema }) => (
        <a
          key={name}
          href={`#${anchorOf(name)}`}
          onClick={(event) => {
            event.preventDefault();
            const section = document.getElementById(anchorOf(name));
            section?.scrollIntoView();
            section?.focus({ preventScroll: true });
          }}
        >
          {schema.title ?? name}
        </a>
      ))}
    </nav>
  );
}
