import { keepBuiltIns, type Tampering } from './built-ins.js';

/** Found: what was changed, and by whom where that is certain. */
export interface TamperReport {
  /** Absent: several plugins were at it, or none that is known. */
  readonly pluginId?: string;
  /** A sentence. */
  readonly message: string;
  /** Names of what could not be put back: the process is not to go on with it. */
  readonly stuck: readonly string[];
}

/** Compares the built-in objects around the code of plugins, and tells who changed them. */
export interface TamperWatch {
  /** Imports a plugin, one after another, so that each answers for itself; one that takes long keeps nobody waiting. */
  importing<T>(pluginId: string, work: () => Promise<T>): Promise<T>;
  /** Runs code of a plugin that may take its time. Everybody at work when a change is found is suspected; one alone has done it. */
  during<T>(pluginId: string, work: () => Promise<T>): Promise<T>;
  /** Runs code of a plugin that returns at once: nobody else can have done it. */
  around<T>(pluginId: string, work: () => T): T;
}

const MOST_NAMES = 5;
/** Milliseconds an import has the floor to itself. */
const TURN_MS = 250;

function sentence({ changed, stuck }: Tampering): string {
  const names = [...changed, ...stuck];
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  return `it changed what all code of the server shares: ${names.slice(0, MOST_NAMES).join(', ')}${more}`;
}

/** Begins to watch. @param onFound hears of each change, after it was put back; must not throw */
export function watchBuiltIns(onFound: (report: TamperReport) => void): TamperWatch {
  const builtIns = keepBuiltIns();
  const atWork: string[] = [];

  function look(suspects: readonly string[]): void {
    const found = builtIns.restore();
    if (!found) return;
    const [only] = new Set(suspects).size === 1 ? suspects : [];
    onFound({ ...(only === undefined ? {} : { pluginId: only }), message: sentence(found), stuck: found.stuck });
  }

  async function during<T>(pluginId: string, work: () => Promise<T>): Promise<T> {
    look(atWork);
    atWork.push(pluginId);
    try {
      return await work();
    } finally {
      look(atWork);
      atWork.splice(atWork.indexOf(pluginId), 1);
    }
  }

  let turn: Promise<void> = Promise.resolve();

  return {
    during,
    async importing(pluginId, work) {
      const before = turn;
      let pass = (): void => undefined;
      turn = new Promise((resolve) => (pass = resolve));
      await before;
      const timer = setTimeout(pass, TURN_MS);
      try {
        return await during(pluginId, work);
      } finally {
        clearTimeout(timer);
        pass();
      }
    },
    around(pluginId, work) {
      look(atWork);
      try {
        return work();
      } finally {
        look([pluginId]);
      }
    },
  };
}
