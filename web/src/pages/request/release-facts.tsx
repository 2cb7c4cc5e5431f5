import { hasBook } from '../../api/request-status.js';
import type { RequestDetail } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { joinFacts } from '../../i18n/join-names.js';
import classes from './request-page.module.css';

const METHODS = ['link', 'reflink', 'copy', 'merged'] as const;

/** The chosen release, its download client, and the placed files. */
export function ReleaseFacts({ request }: { request: RequestDetail }) {
  const { t, bytes, number } = useI18n();
  const { release, downloadClient, files, status } = request;
  // members see no files
  const client = status === 'downloading' ? 'request.client' : files || hasBook(status) ? 'request.client.done' : undefined;
  if (!release && !files) return null;
  const methods = files
    ? METHODS.filter((method) => (files.methods[method] ?? 0) > 0).map((method) => t(`request.files.method.${method}`))
    : [];
  return (
    <dl className={classes.facts}>
      {release ? (
        <div>
          <dt>{t('request.release')}</dt>
          <dd>
            <span className={classes.release}>
              <bdi>{release.title}</bdi>
            </span>
            <span className="dim small">
              {joinFacts(
                [
                  t('request.release.from', { indexer: release.indexer }),
                  release.size ? bytes(release.size) : '',
                  release.score === undefined ? '' : t('request.release.score', { score: number(release.score) }),
                  downloadClient && client ? t(client, { name: downloadClient.name }) : '',
                ].filter(Boolean),
              )}
            </span>
          </dd>
        </div>
      ) : null}
      {files ? (
        <div>
          <dt>{t('request.files')}</dt>
          <dd>
            <span className={classes.release}>
              <bdi dir="ltr">{files.directory}</bdi>
            </span>
            <span className="dim small">
              {joinFacts([t('request.files.count', { count: files.count, size: bytes(files.bytes) }), ...methods])}
            </span>
          </dd>
        </div>
      ) : null}
    </dl>
  );
}
