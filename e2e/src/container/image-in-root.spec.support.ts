import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { environmentOf, filesOfContext, listOf, parseDockerfile, type Stage } from './dockerfile.spec.support.js';

const run = promisify(execFile);
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** What the steps of the Dockerfile made in a Debian root. */
export interface Image {
  /** Folders to lay over one another, the topmost first. */
  readonly layers: readonly string[];
  readonly stage: Stage | undefined;
}

/** Lays folders over one another at `at`; with `upper`, what is written goes there, and without it nothing can be. */
function mountOf(at: string, layers: readonly string[], upper?: string): string {
  const writable = upper ? `,upperdir=${upper},workdir=${upper}.work` : '';
  return `mkdir -p ${at} && mount -t overlay overlay -o lowerdir=${layers.join(':')}${writable} ${at}`;
}

/** What the image of Node.js has and a Debian root lacks, with the Node.js that runs this. */
function baseSteps(at: string): string[] {
  const node = process.execPath;
  const npm = join(dirname(node), '../lib/node_modules/npm');
  const headers = join(dirname(node), '../include/node');
  return [
    `mkdir -p ${at}/usr/local/lib/node_modules ${at}/usr/local/include ${at}/root/.npm`,
    `cp -L ${node} ${at}/usr/local/bin/node && cp -rL ${npm} ${at}/usr/local/lib/node_modules/npm`,
    `ln -sf ../lib/node_modules/npm/bin/npm-cli.js ${at}/usr/local/bin/npm && chmod +x ${at}/usr/local/lib/node_modules/npm/bin/npm-cli.js`,
    ...(existsSync(headers) ? [`cp -rL ${headers} ${at}/usr/local/include/node`] : []),
    // of this machine, by which packages come here
    `mkdir -p ${at}${dirname(CERTIFICATES)} && cp -L ${CERTIFICATES} ${at}${CERTIFICATES} && cp -L /etc/resolv.conf /etc/hosts ${at}/etc/`,
    `chroot ${at} useradd --uid 1000 --create-home node`,
  ];
}

function stepsOf(stage: Stage, at: string, context: string, places: ReadonlyMap<string, string>): string[] {
  let folder = '/';
  const settings = {
    PATH,
    HOME: '/root',
    NODE_EXTRA_CA_CERTS: CERTIFICATES,
    npm_config_nodedir: '/usr/local',
    DEBIAN_FRONTEND: 'noninteractive',
  };
  const env = Object.entries({ ...settings, ...environmentOf(stage) }).map(([name, value]) => `${name}=${value}`);
  return stage.steps.flatMap(({ name, rest }) => {
    if (name === 'RUN') return [`chroot ${at} /usr/bin/env -i ${env.join(' ')} sh -c ${quote(`cd ${folder} && ${rest}`)}`];
    if (name === 'WORKDIR') {
      folder = rest;
      return [`mkdir -p ${at}${folder}`];
    }
    if (name !== 'COPY') return [];
    const words = rest.split(/\s+/);
    const from = words[0]?.startsWith('--from=') ? places.get(words.shift()?.slice('--from='.length) ?? '') : context;
    const target = join(at, resolve(folder, words.at(-1) ?? ''));
    // as Docker does: of a folder its content, of a file the file
    return [
      `mkdir -p ${words.at(-1)?.endsWith('/') ? target : dirname(target)}`,
      ...words.slice(0, -1).map((source) => {
        const path = join(from ?? '', source);
        return `if [ -d ${path} ]; then mkdir -p ${target} && cp -a ${path}/. ${target}/; else cp -a ${path} ${target}; fi`;
      }),
    ];
  });
}

/** Runs the steps of the Dockerfile in a Debian root, each stage in a layer of its own. */
export async function buildInRoot(repository: string, debian: string, work: string): Promise<Image> {
  const stages = parseDockerfile(readFileSync(join(repository, 'Dockerfile'), 'utf8'));
  const context = join(work, 'context');
  for (const path of await filesOfContext(repository, readFileSync(join(repository, '.dockerignore'), 'utf8'))) {
    if (existsSync(join(repository, path))) await cp(join(repository, path), join(context, path), { verbatimSymlinks: true });
  }
  const places = new Map<string, string>();
  const script = ['set -eu'];
  for (const stage of stages) {
    const at = join(work, `at-${stage.name}`);
    const upper = join(work, `layer-${stage.name}`);
    places.set(stage.name, at);
    await Promise.all([mkdir(upper, { recursive: true }), mkdir(`${upper}.work`, { recursive: true })]);
    script.push(mountOf(at, [debian], upper), ...baseSteps(at), `mount -t proc proc ${at}/proc && mount --bind /dev ${at}/dev`);
    script.push(`mkdir -p ${join(homedir(), '.npm')} && mount --bind ${join(homedir(), '.npm')} ${at}/root/.npm`);
    script.push(...stepsOf(stage, at, context, places));
  }
  const file = join(work, 'build.sh');
  await writeFile(file, script.join('\n'));
  await run('unshare', ['--mount', '--propagation', 'private', 'bash', file], { maxBuffer: 64e6 });
  return { layers: [join(work, `layer-${stages.at(-1)?.name}`), debian], stage: stages.at(-1) };
}

export interface ContainerOptions {
  /** Folders of this machine by where they are in the container. */
  readonly volumes: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  /** As `user:` in a compose file; default what the image says. */
  readonly user?: string;
  /** In the place of what the image starts. */
  readonly command?: readonly string[];
}

/** The command that runs an image as a container with a read-only root would: what it says, as whom it says, with what it says. */
export async function containerCommand(image: Image, work: string, name: string, options: ContainerOptions): Promise<string[]> {
  const at = join(work, `run-${name}`);
  const { stage } = image;
  const user = options.user ?? stage?.steps.findLast((step) => step.name === 'USER')?.rest ?? '0:0';
  const env = { PATH, HOME: '/', ...environmentOf(stage), ...options.env };
  const words = options.command ?? [...listOf(stage, 'ENTRYPOINT'), ...listOf(stage, 'CMD')];
  const folder = stage?.steps.findLast((step) => step.name === 'WORKDIR')?.rest ?? '/';
  const settings = Object.entries(env).map(([key, value]) => quote(`${key}=${value}`));
  const script = [
    'set -eu',
    mountOf(at, image.layers),
    `mount -t proc proc ${at}/proc && mount --bind /dev ${at}/dev && mount -t tmpfs tmpfs ${at}/tmp`,
    ...Object.entries(options.volumes).map(([inside, outside]) => `mount --bind ${outside} ${at}${inside}`),
    `cd ${at}`,
    `exec chroot --userspec=${user === 'node' ? '1000:1000' : user} --groups= ${at} /usr/bin/env -i ${settings.join(' ')} sh -c ${quote(
      `cd ${folder} && exec ${words.map(quote).join(' ')}`,
    )}`,
  ];
  const file = join(work, `run-${name}.sh`);
  await writeFile(file, script.join('\n'));
  return ['unshare', '--mount', '--propagation', 'private', 'bash', file];
}
