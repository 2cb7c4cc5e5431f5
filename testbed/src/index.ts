export * from './audio/index.js';
export { decodeBencode, encodeBencode } from './torrent/bencode.js';
export type { Bencoded, BencodeInput } from './torrent/bencode.js';
export { contentFrom, makeContent } from './content.js';
export type { MakeContentOptions, TestContent } from './content.js';
export { startDaemon } from './daemons.js';
export type { Daemon, DaemonGeneration, DaemonName, StartDaemonOptions } from './daemons.js';
export { startFileServer } from './file-server.js';
export type { FileServer, FileServerOptions } from './file-server.js';
export {
  countProcessorMs,
  expectBoundedGrowth,
  expectBoundedReading,
  FLOOR_MS,
  HOSTILE_PIECES,
  measureGrowth,
  MOST_GROWTH,
  repeatInto,
} from './growth.js';
export type { Growth, GrowthOptions } from './growth.js';
export type { LoopbackServer } from './loopback-server.js';
export { nativeTorrent } from './torrent/native-torrent.js';
export type { NativeTorrent } from './torrent/native-torrent.js';
export { startNntp } from './usenet/nntp-server.js';
export type { NntpOptions, NntpServer } from './usenet/nntp-server.js';
export { makeNzb } from './usenet/nzb.js';
export type { MakeNzbOptions, TestNzb } from './usenet/nzb.js';
export { freePorts } from './ports.js';
export { describeRealClient } from './real-client/describe-real-client.js';
export type { RealClientOptions, RealClientWorld } from './real-client/describe-real-client.js';
export type { RealItem, RealSource } from './real-client/real-source.js';
export { startTorrentSource } from './real-client/torrent-source.js';
export { startRealAudiobookshelf } from './real-audiobookshelf.js';
export type { RealAudiobookshelf, RealItemOfLibrary, RealLibrary, RealLibraryOptions } from './real-audiobookshelf.js';
export {
  areAllPartsRequired,
  describeParts,
  findPart,
  mergeReports,
  missingRequiredParts,
  partReports,
  REAL_PARTS,
  requireOrSkip,
  testDatabaseUrl,
} from './requirements.js';
export type { PartReport, RealPart } from './requirements.js';
export { startSeeder } from './torrent/seeder.js';
export type { Seeder, SeederOptions } from './torrent/seeder.js';
export { startNginx } from './nginx.js';
export type { Nginx } from './nginx.js';
export { makeTorrent } from './torrent/torrent.js';
export type { MakeTorrentOptions, TestTorrent } from './torrent/torrent.js';
export { startTracker } from './torrent/tracker.js';
export type { Tracker, TrackerOptions, TrackerPeer } from './torrent/tracker.js';
export { until } from './until.js';
export type { UntilOptions } from './until.js';
