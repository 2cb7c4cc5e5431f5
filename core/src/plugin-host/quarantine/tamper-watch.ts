import { firstOf, sentence, type Sentence } from '../../platform/words/index.js';
import { keepBuiltIns, type Tampering } from './built-ins.js';

/** The changes that were found, and who made them if that is certain. */
export interface TamperReport {
  /** Absent if several plugins may have done it, or none that is known. */
  readonly pluginId?: string;
  readonly message: Sentence;
  /** Names of the changes that could not be undone. The process must not continue with them. */
  readonly stuck: readonly string[];
}

/** Compares the built-in objects after plugin code ran, and reports who changed them. */
export interface TamperWatch {
  /**
   * Imports a plugin. Imports run one at a time, so that each can be blamed for its own changes, but a slow one does
   * not hold up the others.
   */
  importing<T>(pluginId: string, work: () => Promise<T>): Promise<T>;
  /**
   * Runs asynchronous plugin code and looks at everything when it has ended. All plugins running at the time are suspects; a single
   * one is guilty.
   */
  during<T>(pluginId: string, work: () => Promise<T>): Promise<T>;
  /** Looks quickly, after each section of plugin code. Nobody else can be guilty. */
  look(pluginId: string): void;
}

const MOST_NAMES = 5;
/** Milliseconds that an import may run alone. */
const TURN_MS = 250;

function whatItDid({ changed, stuck }: Tampering): Sentence {
  return sentence('plugin_problem.tampered', { names: firstOf([...changed, ...stuck], MOST_NAMES) });
}

/** Begins to watch. @param onFound called for each change after it was undone; must not throw */
export function watchBuiltIns(onFound: (report: TamperReport) => void): TamperWatch {
  const builtIns = keepBuiltIns();
  const atWork: string[] = [];

  function restore(suspects: readonly string[]): void {
    const found = builtIns.restore();
    if (!found) return;
    const [only] = new Set(suspects).size === 1 ? suspects : [];
    onFound({ ...(only === undefined ? {} : { pluginId: only }), message: whatItDid(found), stuck: found.stuck });
  }

  async function during<T>(pluginId: string, work: () => Promise<T>): Promise<T> {
    if (builtIns.isTouched()) restore(atWork);
    atWork.push(pluginId);
    try {
      return await work();
    } finally {
      restore(atWork);
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
    look(pluginId) {
      if (builtIns.isTouched()) restore([pluginId]);
    },
  };
}
