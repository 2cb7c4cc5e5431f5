import { startBrowserScene, type BrowserScene } from '../browser/browser-scene.spec.support.js';
import { closeSharedChromium } from '../browser/shared-chromium.spec.support.js';

/** Runs a program in a scene of its own. Specs leave the browser to mocha, which ends the process; without mocha nothing would end it. */
export async function withScene<T>(run: (scene: BrowserScene) => Promise<T>): Promise<T> {
  try {
    const scene = await startBrowserScene();
    try {
      return await run(scene);
    } finally {
      await scene.stop();
    }
  } finally {
    await closeSharedChromium();
  }
}
