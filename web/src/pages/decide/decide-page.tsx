import { Button, Skeleton, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { isApiError } from '../../api/api-error.js';
import { withBase } from '../../api/base-path.js';
import { decisionLinkQuery, useDecide } from '../../api/queries/decision-link-queries.js';
import type { DecisionLink } from '../../api/types.js';
import { ActionButton } from '../../components/controls/action-button.js';
import { Cover } from '../../components/cover/cover.js';
import { ErrorState } from '../../components/feedback/error-state.js';
import { useErrorText } from '../../components/feedback/use-error-text.js';
import { useWindowTitle } from '../../components/page/page-header.js';
import { needMessages } from '../../i18n/catalog.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './decide.module.css';

needMessages('decide');

/** The book, who requested it and why. Whoever reads it may not be signed in, so the cover is a drawn one. */
function WhatIsAsked({ request }: Pick<DecisionLink, 'request'>) {
  const { t, list, relative } = useI18n();
  const { title, author, narrators, requester, note, type, createdAt } = request;
  return (
    <>
      <div className={classes.book}>
        <Cover title={title} author={author} src={null} width={96} />
        <div className={classes.words}>
          <strong className={classes.name}>
            <bdi>{title}</bdi>
          </strong>
          <span className="dim">
            <bdi>{author}</bdi>
          </span>
          {narrators.length > 0 ? <span className="dim small">{t('decide.narrators', { names: list(narrators) })}</span> : null}
          <span className="dim small">{t(`decide.type.${type}`)}</span>
          <span className="small">{t('decide.requested', { name: requester, when: relative(createdAt) })}</span>
        </div>
      </div>
      {note ? (
        <figure className={classes.note}>
          <figcaption className="dim small">{t('decide.note', { name: requester })}</figcaption>
          <blockquote>
            <bdi>{note}</bdi>
          </blockquote>
        </figure>
      ) : null}
    </>
  );
}

/** The button that decides. It takes a click, so that programs that preview links decide nothing. */
function DecideForm({ link, token }: { link: DecisionLink; token: string }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const decide = useDecide(token);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const denies = link.action === 'deny';
  const isMissing = missing && reason.trim() === '';
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (denies && reason.trim() === '') setMissing(true);
        else decide.mutate(denies ? reason.trim() : undefined);
      }}
    >
      {denies ? (
        <Textarea
          label={t('request.deny.reason')}
          description={t('request.deny.help')}
          error={isMissing ? t('request.deny.required') : null}
          value={reason}
          maxLength={500}
          onChange={(event) => setReason(event.currentTarget.value)}
          autosize
          minRows={2}
        />
      ) : null}
      {decide.error ? (
        <p role="alert" className={classes.told}>
          {errorText(decide.error)}
        </p>
      ) : null}
      <ActionButton type="submit" size="md" fullWidth loading={decide.isPending} {...(denies ? { color: 'red' } : {})}>
        {t(denies ? 'decide.deny' : 'decide.approve')}
      </ActionButton>
      <span className="dim small">{t('decide.as', { name: link.decider })}</span>
    </form>
  );
}

/** Who decided about the request, and how. */
function Decision({ decision }: Pick<DecisionLink, 'decision'>) {
  const { t, relative } = useI18n();
  if (!decision) return <p className={classes.told}>{t('decide.moved')}</p>;
  const { outcome, by, reason, at } = decision;
  return (
    <div>
      <p className={classes.told}>{t(`decide.${outcome}`, { name: by ?? t('decide.somebody'), when: relative(at) })}</p>
      {reason ? <p className={classes.told}>{t('decide.reason', { reason })}</p> : null}
    </div>
  );
}

/** @param focused the title takes the focus, because the button that was pressed is gone */
function Card({ title, focused = false, children }: { title: string; focused?: boolean; children: ReactNode }) {
  useWindowTitle(title);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focused) heading.current?.focus();
  }, [focused]);
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <h1 ref={heading} className={classes.title} tabIndex={focused ? -1 : undefined}>
          {title}
        </h1>
        {children}
      </div>
    </main>
  );
}

function LinkTo({ path, children }: { path: string; children: ReactNode }) {
  return (
    <Button component="a" href={withBase(path)} variant="default" size="md" fullWidth>
      {children}
    </Button>
  );
}

function Decide({ token }: { token: string }) {
  const { t } = useI18n();
  const { data: link, error, refetch } = useQuery(decisionLinkQuery(token));
  const [wasOpen, setWasOpen] = useState(false);
  if (link?.state === 'open' && !wasOpen) setWasOpen(true);
  if (token === '' || isApiError(error, 'decision_link_invalid')) {
    return (
      <Card title={t('decide.title.invalid')}>
        <p className={classes.told}>{token === '' ? t('decide.missing') : error?.message}</p>
        <LinkTo path="/admin/approvals">{t('decide.signIn')}</LinkTo>
      </Card>
    );
  }
  if (!link) {
    return error ? (
      <main className={classes.page}>
        <ErrorState error={error} onRetry={() => void refetch()} heading />
      </main>
    ) : (
      <main className={classes.page} aria-busy="true">
        <Skeleton h={260} maw={440} />
      </main>
    );
  }
  if (link.state === 'open') {
    return (
      <Card title={t(`decide.title.${link.action}`)}>
        <WhatIsAsked request={link.request} />
        <DecideForm link={link} token={token} />
      </Card>
    );
  }
  const isOwn = wasOpen && link.decision?.outcome === (link.action === 'approve' ? 'approved' : 'denied');
  const title =
    link.state === 'expired' ? t('decide.title.expired') : isOwn ? t(`decide.title.done.${link.action}`) : t('decide.title.over');
  return (
    <Card title={title} focused={wasOpen}>
      <WhatIsAsked request={link.request} />
      {link.state === 'expired' ? <p className={classes.told}>{t('decide.expired')}</p> : <Decision {...link} />}
      <LinkTo path={`/requests/${link.request.id}`}>{t('decide.open')}</LinkTo>
    </Card>
  );
}

/** Approves or denies a request with the link of a message, without signing in: the secret after `#` is the right to do so. */
export function DecidePage() {
  const [token] = useState(() => new URLSearchParams(globalThis.location.hash.slice(1)).get('token') ?? '');

  // neither the history nor a bookmark keeps it
  useEffect(() => {
    if (token) globalThis.history.replaceState(globalThis.history.state, '', globalThis.location.pathname);
  }, [token]);

  return <Decide token={token} />;
}
