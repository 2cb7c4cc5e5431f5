import { Button, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMe, useSignOut } from '../../api/queries/session-queries.js';
import { QuotaNote } from '../../components/book/quota-note.js';
import { PageHeader } from '../../components/page/page-header.js';
import { Section } from '../../components/page/section.js';
import { needMessages } from '../../i18n/catalog.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { AppearanceSections } from './appearance-sections.js';
import classes from './account.module.css';
import { TokenSection } from './api-tokens/token-section.js';
import { IdentitySection } from './identities/identity-section.js';
import { IgnoredSection } from './ignored/ignored-section.js';
import { ListeningSection } from './listening/listening-section.js';
import { PasswordSection } from './password-section.js';
import { ProfileSection } from './profile-section.js';
import { AboutLine } from './about-line.js';
import { SessionSection } from './sessions/session-section.js';

needMessages('account', 'notificationSettings');

/** The person's profile, ways of signing in, and appearance. */
export function AccountPage() {
  const { t, date } = useI18n();
  const me = useMe();
  const signOut = useSignOut();
  return (
    <div className={classes.page}>
      <PageHeader
        title={me.displayName || me.username}
        lead={`${t(`account.role.${me.role}`)} · ${t('account.since', { date: date(me.createdAt) })}`}
        actions={
          <Button variant="default" onClick={() => signOut.mutate()}>
            {t('nav.signOut')}
          </Button>
        }
      />
      <QuotaNote />
      <div className={classes.columns}>
        <div>
          <ProfileSection />
          <PasswordSection />
          <IdentitySection />
          <SessionSection />
          <TokenSection />
        </div>
        <div>
          <Section title={t('ways.section')}>
            <Stack align="flex-start">
              <p className="dim">{t('ways.section.lead')}</p>
              <Button component={Link} to="/account/notifications" variant="default">
                {t('ways.section.open')}
              </Button>
            </Stack>
          </Section>
          <ListeningSection />
          <IgnoredSection />
          <AppearanceSections />
          <AboutLine />
        </div>
      </div>
    </div>
  );
}
