import { AudioProbeError, isAudioProbeError, type AudioInfo, type AudioProbe, type ProbeCall } from './audio-probe.js';
import { createCheckingProbe } from './checking-probe.js';
import { createTagLibraryProbe } from './tag-library-probe.js';

/**
 * Reads many audio files: in a thread of this process, and by `exact`, which checks as it reads, where that finds no length or no audio. To begin a program for each file
 * takes many times as long as to read its tags, and the server stands still while the program begins.
 */
export function createQuickProbe(exact: AudioProbe): AudioProbe {
  const quick = createCheckingProbe(createTagLibraryProbe({ isQuick: true }));

  async function look(path: string, call: ProbeCall): Promise<AudioInfo | undefined> {
    try {
      const info = await quick.probe(path, call);
      return info.hasAudio && info.durationSeconds > 0 ? info : undefined;
    } catch (error) {
      if (!isAudioProbeError(error) || error.code !== 'unreadable') throw error;
      return undefined;
    }
  }

  return {
    name: exact.name,
    async probe(path, call) {
      if (path.includes('\0')) throw new AudioProbeError('no_access', 'The path holds a NUL character.', path);
      return (await look(path, call)) ?? exact.probe(path, call);
    },
  };
}
