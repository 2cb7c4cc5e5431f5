import { SegmentedControl, Select, useMantineColorScheme } from '@mantine/core';
import { SCHEMES } from '../../components/frame/color-schemes.js';
import { Section } from '../../components/page/section.js';
import { PSEUDO_LOCALE, useI18n } from '../../i18n/i18n-context.js';

function LanguageSelect() {
  const { t } = useI18n();
  const stored = localStorage.getItem('lectern-locale') === PSEUDO_LOCALE ? PSEUDO_LOCALE : 'en';
  return (
    <Select
      aria-label={t('account.language')}
      w={280}
      value={stored}
      data={[
        { value: 'en', label: t('account.language.en') },
        { value: PSEUDO_LOCALE, label: t('account.language.pseudo') },
      ]}
      onChange={(value) => {
        if (value === PSEUDO_LOCALE) localStorage.setItem('lectern-locale', value);
        else localStorage.removeItem('lectern-locale');
        globalThis.location.reload();
      }}
    />
  );
}

/** How Lectern looks and speaks in this browser. */
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
