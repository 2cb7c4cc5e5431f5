import { Button, Tabs } from '@mantine/core';
import { useState } from 'react';
import type { Candidate, RequestDetail } from '../../../api/types.js';
import { CandidateRow } from '../../../components/candidates/candidate-row.js';
import candidateClasses from '../../../components/candidates/candidates.module.css';
import { Dialog } from '../../../components/feedback/dialog.js';
import { useChooseRelease } from '../../../components/request/use-choose-release.js';
import { needMessages } from '../../../i18n/catalog.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { FileForm } from './file-form.js';
import { MagnetForm } from './magnet-form.js';
import { UploadForm } from './upload-form.js';
import classes from './own-release.module.css';

needMessages('ownReleases');

/** What was brought, with what speaks for it and against it. */
function Checked({ request, candidate, onDone, onAnother }: CheckedProps) {
  const { t } = useI18n();
  const { busy, choose, question } = useChooseRelease(request, { above: true, onDone });
  return (
    <>
      <p role="status">{t('own.checked')}</p>
      <ol className={candidateClasses.candidates}>
        <CandidateRow candidate={candidate} startOpen onSelect={() => choose(candidate)} busy={busy} />
      </ol>
      <Button variant="subtle" color="gray" onClick={onAnother}>
        {t('own.another')}
      </Button>
      {question}
    </>
  );
}

interface CheckedProps {
  request: RequestDetail;
  candidate: Candidate;
  onDone: () => void;
  onAnother: () => void;
}

/** A magnet link or a file becomes a candidate of a request, which the person may take; files of the book are imported. */
export function AddOwnDialog({ request, onClose }: { request: RequestDetail; onClose: () => void }) {
  const { t } = useI18n();
  const [candidate, setCandidate] = useState<Candidate | null>(null);
  // the request moves on while the dialog tells that its files have arrived
  const [mayUpload] = useState(request.actions.includes('import_upload'));
  return (
    <Dialog title={t('own.title')} onClose={onClose} wide>
      <div className={classes.dialog}>
        {candidate ? (
          <Checked request={request} candidate={candidate} onDone={onClose} onAnother={() => setCandidate(null)} />
        ) : (
          <Tabs defaultValue="magnet" keepMounted={false}>
            <Tabs.List aria-label={t('own.how')}>
              <Tabs.Tab value="magnet" className={classes.tab ?? ''}>
                {t('own.magnet')}
              </Tabs.Tab>
              <Tabs.Tab value="file" className={classes.tab ?? ''}>
                {t('own.file')}
              </Tabs.Tab>
              {mayUpload ? (
                <Tabs.Tab value="upload" className={classes.tab ?? ''}>
                  {t('upload.tab')}
                </Tabs.Tab>
              ) : null}
            </Tabs.List>
            <Tabs.Panel value="magnet" className={classes.panel ?? ''}>
              <MagnetForm requestId={request.id} onBrought={setCandidate} />
            </Tabs.Panel>
            <Tabs.Panel value="file" className={classes.panel ?? ''}>
              <FileForm requestId={request.id} onBrought={setCandidate} />
            </Tabs.Panel>
            {mayUpload ? (
              <Tabs.Panel value="upload" className={classes.panel ?? ''}>
                <UploadForm requestId={request.id} onDone={onClose} />
              </Tabs.Panel>
            ) : null}
          </Tabs>
        )}
      </div>
    </Dialog>
  );
}
