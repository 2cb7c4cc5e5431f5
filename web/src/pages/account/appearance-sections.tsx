import { SegmentedControl, Select, useMantineColorScheme } from '@mantine/core';
import { OFFERED_LANGUAGES, PSEUDO_LOCALE, type OfferedTag } from '@lectern/messages';
import { useMe, useSaveProfile } from '../../api/queries/session-queries.js';
import { useErrorText } from '../../components/feedback/use-error-text.js';
import { SCHEMES } from '../../components/frame/color-schemes.js';
import { Section } from '../../components/page/section.js';
import { isDeveloper, isPseudo, showPseudo } from '../../i18n/language.js';
import { useI18n } from '../../i18n/i18n-context.js';

/** The choice that is none: what the browser asks for. */
const BROWSER = 'browser';

function LanguageSelect() {
  const { t } = useI18n();
  const me = useMe();
  const save = useSaveProfile();
  const errorText = useErrorText();
  const chosen = OFFERED_LANGUAGES.find(({ tag }) => tag === me.locale)?.tag ?? BROWSER;
  const choose = (value: string | null) => {
    if (value === PSEUDO_LOCALE) return showPseudo(true);
    if (isPseudo()) showPseudo(false);
    save.mutate({ locale: value === null || value === BROWSER ? null : (value as OfferedTag) });
  };
  return (
    <Select
      aria-label={t('account.language')}
      w={280}
      maw="100%"
      allowDeselect={false}
      value={isPseudo() ? PSEUDO_LOCALE : chosen}
      data={[
        { value: BROWSER, label: t('account.language.browser') },
        // each by its own name, which its speakers find in a page that they cannot read
        ...OFFERED_LANGUAGES.map(({ tag, name }) => ({ value: tag, label: name })),
        ...(isDeveloper() ? [{ value: PSEUDO_LOCALE, label: t('account.language.pseudo') }] : []),
      ]}
      onChange={choose}
      error={save.error ? errorText(save.error) : undefined}
    />
  );
}

/** How Lectern looks in this browser, and the language in which it speaks to the person. */
export function AppearanceSections() {
  const { t } = useI18n();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <Section title={t('nav.theme')}>
        <SegmentedControl
          size="md"
          value={colorScheme}
          onChange={(value) => setColorScheme(value)}
          data={SCHEMES.map(({ value, label }) => ({ value, label: t(label) }))}
          aria-label={t('nav.theme')}
        />
      </Section>
      <Section title={t('account.language')}>
        <LanguageSelect />
      </Section>
    </>
  );
}
