import { Button, Group, Radio, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import {
  followPreviewQuery,
  useFollow,
  useUnfollow,
  type Followed,
  type FollowKind,
  type FollowRule,
} from '../../api/queries/follow-queries.js';
import { ActionButton } from '../controls/action-button.js';
import { useEdited } from '../controls/use-edited.js';
import type { FollowMode, FollowStart } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { Dialog } from '../feedback/dialog.js';
import { ErrorState } from '../feedback/error-state.js';
import { toast } from '../feedback/toast.js';
import { useErrorText } from '../feedback/use-error-text.js';
import { FollowPreviewList } from './follow-preview.js';

interface Target {
  readonly kind: FollowKind;
  readonly catalogId: string;
  readonly name: string;
}

interface FollowDialogProps {
  target: Target;
  /** How the caller follows it now. */
  followed: Followed | null;
  onClose: () => void;
}

const MODES: readonly FollowMode[] = ['ask', 'tell'];
const STARTS: Readonly<Record<FollowKind, readonly FollowStart[]>> = {
  series: ['from_now', 'from_part', 'everything'],
  author: ['from_now', 'everything'],
};
/** Many languages write a comma. */
const PART = /^\d{1,5}([.,]\d{1,3})?$/;
const storedPart = (typed: string) => typed.replace(',', '.');

/** Stops following, with an undo that follows again in the same way. */
function useStop() {
  const { t } = useI18n();
  const errorText = useErrorText();
  const follow = useFollow();
  const unfollow = useUnfollow();
  const fail = (error: unknown) => toast.problem(t('action.failed', { message: errorText(error) }));
  const stop = async (followed: Followed): Promise<boolean> => {
    const { kind, catalogId, name, mode, startRule, startPart } = followed;
    try {
      await unfollow.mutateAsync(followed);
    } catch (error) {
      fail(error);
      return false;
    }
    toast.undoable(t('follow.stopped', { name }), t('follow.undo'), () => {
      const rule = startPart === null ? { startRule } : { startRule, startPart };
      follow.mutateAsync({ kind, catalogId, mode, shown: [], ...rule }).catch(fail);
    });
    return true;
  };
  return { stop, isStopping: unfollow.isPending };
}

/** Says what happens with new books and from where on; shows beforehand what would be requested. */
export function FollowDialog({ target, followed, onClose }: FollowDialogProps) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const follow = useFollow();
  const { stop, isStopping } = useStop();
  const [mode, setMode] = useEdited<FollowMode>(followed?.mode ?? 'ask');
  const [start, setStart] = useEdited<FollowStart>(followed?.startRule ?? 'from_now');
  const [part, setPart] = useEdited(followed?.startPart ?? '1');
  const [settledPart] = useDebouncedValue(part, 400);
  const isPartWrong = start === 'from_part' && !PART.test(part);
  const rule: FollowRule = start === 'from_part' ? { startRule: start, startPart: storedPart(settledPart) } : { startRule: start };
  const isSettled = start !== 'from_part' || (settledPart === part && !isPartWrong);
  const preview = useQuery({ ...followPreviewQuery(target, rule), enabled: mode === 'ask' && isSettled });
  const shown = mode === 'ask' && isSettled ? preview.data : undefined;
  const mayNotSave = isPartWrong || (mode === 'ask' && shown === undefined);

  const save = async () => {
    const { name, ...key } = target;
    const id = followed === null ? {} : { id: followed.id };
    try {
      await follow.mutateAsync({ ...key, ...id, ...rule, mode, shown: (shown?.items ?? []).map(({ asin }) => asin) });
      toast.done(t(followed ? 'follow.saved' : 'follow.done', { name }));
      onClose();
    } catch (error) {
      toast.problem(t('action.failed', { message: errorText(error) }));
    }
  };

  return (
    <Dialog title={t(followed ? 'follow.change' : 'follow.title', { name: target.name })} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Stack gap="md">
          <Radio.Group label={t('follow.mode')} value={mode} onChange={(value) => setMode(value)}>
            <Stack gap="xs" mt={6}>
              {MODES.map((one) => (
                <Radio key={one} value={one} label={t(`follow.mode.${one}`)} />
              ))}
            </Stack>
          </Radio.Group>
          <Radio.Group label={t('follow.start')} value={start} onChange={(value) => setStart(value)}>
            <Stack gap="xs" mt={6}>
              {STARTS[target.kind].map((one) => (
                <Radio key={one} value={one} label={t(`follow.start.${one}`)} />
              ))}
            </Stack>
          </Radio.Group>
          {start === 'from_part' ? (
            <TextInput
              label={t('follow.part')}
              value={part}
              onChange={(event) => setPart(event.currentTarget.value.trim())}
              error={isPartWrong ? t('follow.part.wrong') : undefined}
              inputMode="decimal"
              maxLength={10}
              w={140}
            />
          ) : null}
          {mode === 'tell' ? (
            <p className="small">{t('follow.preview.tell')}</p>
          ) : preview.error ? (
            <ErrorState error={preview.error} onRetry={() => void preview.refetch()} compact />
          ) : isPartWrong ? null : (
            <FollowPreviewList preview={shown} />
          )}
        </Stack>
        <Group justify={followed ? 'space-between' : 'flex-end'} mt="lg">
          {followed ? (
            <ActionButton
              variant="subtle"
              color="red"
              loading={isStopping}
              onClick={() => void stop(followed).then((isStopped) => (isStopped ? onClose() : undefined))}
            >
              {t('follow.stop')}
            </ActionButton>
          ) : (
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
          )}
          <ActionButton type="submit" loading={follow.isPending} disabled={mayNotSave}>
            {t(followed ? 'follow.save' : 'follow.follow')}
          </ActionButton>
        </Group>
      </form>
    </Dialog>
  );
}
