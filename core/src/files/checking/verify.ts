import { quotedList, sentence, type Sentence } from '../../platform/words/index.js';
import type { AudioInfo } from './audio-probe.js';

/** The probe's result for one file. */
export type ProbedFile =
  | { readonly name: string; readonly info: AudioInfo }
  /** The file could not be read as audio. */
  | { readonly name: string; readonly error: string };

/** The book according to the catalogue. */
export interface ExpectedAudio {
  /** Absent when unknown. The duration is then not compared. */
  readonly durationMinutes?: number;
  /** Whether a certain narrator was requested, so that another recording has to be noticed. */
  readonly isNarratorRequested?: boolean;
}

/** The reasons why files are useless: they cannot be played, or are much too short or too long to be the book. */
export type BrokenCode = 'no_files' | 'no_audio' | 'unreadable' | 'no_duration' | 'wrong_length';
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

/**
 * How far, in seconds, a recording may be from the catalogue's duration: 10 % or 15 minutes, whichever is more;
 * 5 % or 10 minutes when a narrator was asked for.
 */
function playingTimeTolerance(expectedSeconds: number, isNarratorRequested: boolean): number {
  return isNarratorRequested ? Math.max(expectedSeconds * 0.05, 10 * 60) : Math.max(expectedSeconds * 0.1, 15 * 60);
}

/** How far, in seconds, a recording may be off before it is certainly another one: 25 % or 30 minutes, whichever is more. */
export function mostPlayingTimeOff(expectedSeconds: number): number {
  return Math.max(expectedSeconds * 0.25, 30 * 60);
}

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

/** Judges the audio files of one book. Pure. */
export function verifyAudio(files: readonly ProbedFile[], expected: ExpectedAudio): Verification {
  const read = files.flatMap((file) => ('info' in file ? [file] : []));
  const durationSeconds = read.reduce((sum, file) => sum + (file.info.hasAudio ? file.info.durationSeconds : 0), 0);
  const namesOf = (matches: (info: AudioInfo) => boolean): string[] => read.filter((file) => matches(file.info)).map((file) => file.name);

  const broken: VerifyReason<BrokenCode>[] = [];
  const unreadable = files.flatMap((file) => ('error' in file ? [file.name] : []));
  const silent = namesOf((info) => !info.hasAudio);
  if (files.length === 0) broken.push({ code: 'no_files', said: sentence('finding.no_audio_files') });
  if (unreadable.length > 0) broken.push({ code: 'unreadable', said: sentence('finding.not_audio', { files: list(unreadable) }) });
  if (read.length > 0 && silent.length === read.length) broken.push({ code: 'no_audio', said: sentence('finding.no_audio') });
  else if (read.length > 0 && durationSeconds === 0) broken.push({ code: 'no_duration', said: sentence('finding.no_duration') });
  if (broken.length > 0) return { status: 'broken', reasons: broken, durationSeconds };
  const duration = compareDuration(durationSeconds, expected);
  if (isWrongLength(duration)) return { status: 'broken', reasons: [duration], durationSeconds };

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
