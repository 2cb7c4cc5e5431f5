import { Button, PasswordInput, SegmentedControl, Select, useMantineColorScheme } from '@mantine/core';
import { useState } from 'react';
import { useChangePassword, useMe, useSignOut } from '../../api/queries/session-queries.js';
import { toast } from '../../components/feedback/toast.js';
import { useErrorText } from '../../components/feedback/use-error-text.js';
import { SCHEMES } from '../../components/frame/color-schemes.js';
import { PageHeader } from '../../components/page/page-header.js';
import { Section } from '../../components/page/section.js';
import { SessionSection } from './sessions/session-section.js';
import { TokenSection } from './api-tokens/token-section.js';
import { PSEUDO_LOCALE, useI18n } from '../../i18n/i18n-context.js';

function PasswordForm() {
  const { t } = useI18n();
  const errorText = useErrorText();
  const change = useChangePassword();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <form
      style={{ display: 'grid', gap: 16, maxInlineSize: 380 }}
      onSubmit={(event) => {
        event.preventDefault();
        if (next.length < 8) return setProblem(t('account.password.short'));
        setProblem(null);
        change.mutate(
          { currentPassword: current, newPassword: next },
          {
            onSuccess: () => {
              setCurrent('');
              setNext('');
              toast.done(t('account.password.done'));
            },
            onError: (error) => setProblem(errorText(error)),
          },
        );
      }}
    >
      <PasswordInput
        label={t('account.password.current')}
        autoComplete="current-password"
        value={current}
        onChange={(event) => setCurrent(event.currentTarget.value)}
        required
        withAsterisk={false}
      />
      <PasswordInput
        label={t('account.password.next')}
        description={t('account.password.help')}
        autoComplete="new-password"
        value={next}
        onChange={(event) => setNext(event.currentTarget.value)}
        error={problem}
        required
        withAsterisk={false}
      />
      <Button type="submit" variant="default" loading={change.isPending} style={{ justifySelf: 'start' }}>
        {t('account.password.submit')}
      </Button>
    </form>
  );
}

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

export function AccountPage() {
  const { t, date } = useI18n();
  const me = useMe();
  const signOut = useSignOut();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div style={{ maxInlineSize: 720 }}>
      <PageHeader
        title={me.displayName || me.username}
        lead={`${t(`account.role.${me.role}`)} · ${t('account.since', { date: date(me.createdAt) })}`}
        actions={
          <Button variant="default" onClick={() => signOut.mutate()}>
            {t('nav.signOut')}
          </Button>
        }
      />
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
      <Section title={t('account.password')}>
        <PasswordForm />
      </Section>
      <SessionSection />
      <TokenSection />
    </div>
  );
}
