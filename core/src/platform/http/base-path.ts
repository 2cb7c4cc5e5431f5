import type { Step } from './request-context.js';

/**
 * Lets everything be reached below a path, such as `/lectern`, where a proxy has other services beside it. Routes know nothing of it. What is
 * asked for without the path is answered, too: by then a proxy may have removed it, and checks of the container's health are simple.
 *
 * @param basePath empty, or with a leading slash and none at the end
 */
export function belowBasePath(basePath: string): Step {
  return async (ctx, next) => {
    ctx.state.basePath = basePath;
    if (basePath !== '') {
      if (ctx.path === basePath) {
        // relative addresses of the page would otherwise lead beside it
        ctx.status = 308;
        ctx.set('location', `${basePath}/${ctx.search}`);
        return;
      }
      if (ctx.path.startsWith(`${basePath}/`)) ctx.path = ctx.path.slice(basePath.length);
    }
    await next();
  };
}
