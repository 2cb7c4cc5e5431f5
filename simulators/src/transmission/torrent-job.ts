import type { Metainfo } from './metainfo.js';
import { createPayloadWriter } from './payload-writer.js';
import type { PayloadWriter } from './payload-writer.js';

/** One torrent of the simulated daemon. */
export interface TorrentJob {
  readonly id: number;
  readonly infoHash: string;
  readonly name: string;
  readonly directory: string;
  readonly labels: readonly string[];
  readonly isPaused: boolean;
  readonly isComplete: boolean;
  readonly bytesDone: number;
  readonly bytesTotal: number;
}

export interface JobOptions {
  readonly id: number;
  readonly infoHash: string;
  readonly name: string;
  readonly directory: string;
  readonly isPaused: boolean;
  readonly labels: readonly string[];
  readonly addedAt: number;
  /** Absent for a magnet whose metadata has not come yet. */
  readonly metainfo?: Metainfo;
  readonly source?: string;
}

/** Numbers of the RPC's `status`. */
const STOPPED = 0;
const DOWNLOADING = 4;
const SEEDING = 6;
const LOCAL_ERROR = 3;

/** A torrent that can be moved on, stopped, and shown as `torrent-get` shows it. */
export class DownloadJob implements TorrentJob {
  readonly id: number;
  readonly infoHash: string;
  readonly directory: string;
  readonly source: string | undefined;
  labels: readonly string[];
  isPaused: boolean;
  bytesDone = 0;
  /** Settings given by `torrent-set`. */
  readonly limits: Record<string, unknown> = { seedRatioMode: 0, seedRatioLimit: 2, seedIdleMode: 0, seedIdleLimit: 30 };
  private metainfo: Metainfo | undefined;
  private writer: PayloadWriter | undefined;
  private readonly shownName: string;
  private readonly addedAt: number;
  private completedAt: number | undefined;
  private activeAt = 0;
  private rate = 0;
  private failure = '';

  constructor(options: JobOptions) {
    this.id = options.id;
    this.infoHash = options.infoHash;
    this.directory = options.directory;
    this.source = options.source;
    this.labels = options.labels;
    this.isPaused = options.isPaused;
    this.shownName = options.name;
    this.addedAt = options.addedAt;
    this.learn(options.metainfo);
  }

  /** The metadata has come. */
  learn(metainfo: Metainfo | undefined): void {
    this.metainfo = metainfo;
    if (metainfo && this.source) this.writer = createPayloadWriter(metainfo, this.source, this.directory);
  }

  get needsMetadata(): boolean {
    return this.metainfo === undefined && this.source !== undefined && !this.isPaused;
  }

  get name(): string {
    return this.metainfo?.name ?? this.shownName;
  }

  get bytesTotal(): number {
    return this.metainfo?.files.reduce((sum, file) => sum + file.size, 0) ?? 0;
  }

  get isComplete(): boolean {
    return this.completedAt !== undefined;
  }

  /** Downloads for `ms` milliseconds at `bytesPerSecond`. */
  async advance(bytesPerSecond: number, ms: number, now: number): Promise<void> {
    this.rate = 0;
    if (this.isPaused || this.isComplete || this.failure !== '' || !this.writer || bytesPerSecond <= 0) return;
    try {
      const bytes = await this.writer.advance(Math.ceil((bytesPerSecond * ms) / 1000));
      this.bytesDone += bytes;
      this.rate = Math.round((bytes * 1000) / ms);
      this.activeAt = now;
      if (this.bytesDone >= this.bytesTotal) this.completedAt = now;
    } catch (error) {
      this.fail(String(error));
    }
  }

  /** A local error, as a full disk would be. */
  fail(message: string): void {
    this.failure = message;
    this.isPaused = true;
  }

  async remove(deleteData: boolean): Promise<void> {
    await (deleteData ? this.writer?.erase() : this.writer?.close());
  }

  private status(): number {
    if (this.isPaused) return STOPPED;
    return this.isComplete ? SEEDING : DOWNLOADING;
  }

  /** All fields, by their legacy names. @param now milliseconds since the epoch */
  fields(now: number): Record<string, unknown> {
    const total = this.bytesTotal;
    const left = total - this.bytesDone;
    const files = this.metainfo?.files ?? [];
    const prefix = this.metainfo?.isFolder ? `${this.name}/` : '';
    return {
      id: this.id,
      hashString: this.infoHash,
      name: this.name,
      status: this.status(),
      error: this.failure === '' ? 0 : LOCAL_ERROR,
      errorString: this.failure,
      percentDone: total === 0 ? 0 : this.bytesDone / total,
      metadataPercentComplete: this.metainfo ? 1 : 0,
      recheckProgress: 0,
      leftUntilDone: left,
      sizeWhenDone: total,
      totalSize: total,
      haveValid: this.bytesDone,
      rateDownload: this.rate,
      rateUpload: 0,
      eta: this.rate > 0 ? Math.ceil(left / this.rate) : -1,
      downloadDir: this.directory,
      labels: this.labels,
      isFinished: false,
      isPrivate: false,
      isStalled: false,
      uploadRatio: this.isComplete ? 0 : -1,
      secondsSeeding: this.completedAt === undefined ? 0 : Math.floor((now - this.completedAt) / 1000),
      queuePosition: 0,
      addedDate: Math.floor(this.addedAt / 1000),
      startDate: Math.floor(this.addedAt / 1000),
      activityDate: Math.floor(this.activeAt / 1000),
      doneDate: Math.floor((this.completedAt ?? 0) / 1000),
      files: files.map((file) => ({ name: prefix + file.path, length: file.size, bytesCompleted: this.isComplete ? file.size : 0 })),
      ...this.limits,
    };
  }
}
