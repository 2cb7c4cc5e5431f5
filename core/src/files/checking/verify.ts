import { quotedList, sentence, type Sentence } from '../../platform/words/index.js';
import type { AudioInfo, Damage } from './audio-probe.js';
import { mostPlayingTimeOff, playingTimeTolerance } from './playing-time.js';

/** The probe's result for one file. */
export type ProbedFile =
  | { readonly name: string; readonly info: AudioInfo }
  /** The file could not be read as audio. */
  | { readonly name: string; readonly error: string; readonly damage?: Damage };

/** The book according to the catalogue. */
export interface ExpectedAudio {
  /** Absent when unknown. The duration is then not compared. */
  readonly durationMinutes?: number;
  /** Whether a certain narrator was requested, so that another recording has to be noticed. */
  readonly isNarratorRequested?: boolean;
}

/** The reasons why files are useless: they cannot be played, sound is missing, or they are much too short or too long to be the book. */
export type BrokenCode = 'no_files' | 'no_audio' | 'unreadable' | 'no_duration' | 'cut_off' | 'wrong_length';
export type VerifyCode = BrokenCode | 'too_short' | 'too_long' | 'video' | 'some_without_audio';

export interface VerifyReason<Code extends VerifyCode = VerifyCode> {
  readonly code: Code;
  readonly said: Sentence;
}

export type Verification = { readonly durationSeconds: number } & (
  | { readonly status: 'ok' }
  /** Probably not the requested book; a person decides. */
  | { readonly status: 'suspect'; readonly reasons: readonly VerifyReason[] }
  /** The files cannot be played, or are another book by their length. */
  | { readonly status: 'broken'; readonly reasons: readonly VerifyReason<BrokenCode>[] }
);

/** A duration in hours and minutes, for people. */
export function formatDuration(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** The same in a sentence. */
function durationOf(seconds: number): Sentence {
  const minutes = Math.round(seconds / 60);
  return minutes < 60
    ? sentence('evidence.minutes', { minutes })
    : sentence('evidence.hours_and_minutes', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

const list = (names: readonly string[]) => quotedList(names, 3);

function compareDuration(seconds: number, expected: ExpectedAudio): VerifyReason | undefined {
  if (expected.durationMinutes === undefined || expected.durationMinutes <= 0) return undefined;
  const wanted = expected.durationMinutes * 60;
  const tolerance = playingTimeTolerance(wanted, expected.isNarratorRequested ?? false);
  const off = Math.abs(seconds - wanted);
  if (off <= tolerance) return undefined;
  const lengths = { length: durationOf(seconds), expected: durationOf(wanted) };
  if (off > mostPlayingTimeOff(wanted)) return { code: 'wrong_length', said: sentence('evidence.wrong_length', lengths) };
  const figures = { ...lengths, tolerance: durationOf(tolerance) };
  return seconds < wanted
    ? { code: 'too_short', said: sentence('evidence.too_short', figures) }
    : { code: 'too_long', said: sentence('evidence.too_long', figures) };
}

function isWrongLength(reason: VerifyReason | undefined): reason is VerifyReason<'wrong_length'> {
  return reason?.code === 'wrong_length';
}

/** What makes files unplayable, in whole or in part. */
function findBroken(files: readonly ProbedFile[]): VerifyReason<BrokenCode>[] {
  const broken: VerifyReason<BrokenCode>[] = [];
  const say = (code: BrokenCode, said: Sentence): void => void broken.push({ code, said });
  const infos = files.flatMap((file) => ('info' in file ? [file.info] : []));
  const namesOf = (matches: (info: AudioInfo) => boolean): string[] =>
    files.flatMap((file) => ('info' in file && matches(file.info) ? [file.name] : []));
  const damaged = (damage: Damage): string[] =>
    files.flatMap((file) => (('info' in file ? file.info.damage : file.damage) === damage ? [file.name] : []));
  const unreadable = files.flatMap((file) => ('error' in file && file.damage === undefined ? [file.name] : []));
  const endless = namesOf(({ hasAudio, durationSeconds }) => hasAudio && durationSeconds === 0);
  const [cutOff, unplayable] = [damaged('cut_off'), damaged('end_unplayable')];
  if (files.length === 0) say('no_files', sentence('finding.no_audio_files'));
  if (unreadable.length > 0) say('unreadable', sentence('finding.not_audio', { files: list(unreadable) }));
  if (infos.length > 0 && infos.every(({ hasAudio }) => !hasAudio)) say('no_audio', sentence('finding.no_audio'));
  else if (endless.length > 0)
    say(
      'no_duration',
      endless.length === files.length
        ? sentence('finding.no_duration')
        : sentence('finding.without_length', { files: list(endless), count: endless.length }),
    );
  if (cutOff.length > 0) say('cut_off', sentence('finding.cut_off', { files: list(cutOff), count: cutOff.length }));
  if (unplayable.length > 0) say('cut_off', sentence('finding.end_unplayable', { files: list(unplayable), count: unplayable.length }));
  return broken;
}

/** Judges the audio files of one book. Pure. */
export function verifyAudio(files: readonly ProbedFile[], expected: ExpectedAudio): Verification {
  const read = files.flatMap((file) => ('info' in file ? [file] : []));
  const durationSeconds = read.reduce((sum, file) => sum + (file.info.hasAudio ? file.info.durationSeconds : 0), 0);
  const namesOf = (matches: (info: AudioInfo) => boolean): string[] => read.filter((file) => matches(file.info)).map((file) => file.name);

  const broken = findBroken(files);
  if (broken.length > 0) return { status: 'broken', reasons: broken, durationSeconds };
  const duration = compareDuration(durationSeconds, expected);
  if (isWrongLength(duration)) return { status: 'broken', reasons: [duration], durationSeconds };

  const silent = namesOf((info) => !info.hasAudio);
  const video = namesOf((info) => info.hasVideo);
  const suspect: VerifyReason[] = [];
  if (video.length > 0) suspect.push({ code: 'video', said: sentence('finding.video', { files: list(video), count: video.length }) });
  if (silent.length > 0)
    suspect.push({
      code: 'some_without_audio',
      said: sentence('finding.some_without_audio', { files: list(silent), count: silent.length }),
    });
  if (duration) suspect.push(duration);
  return suspect.length > 0 ? { status: 'suspect', reasons: suspect, durationSeconds } : { status: 'ok', durationSeconds };
}
