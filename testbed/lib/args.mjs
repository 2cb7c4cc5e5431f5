/** `--key value`, `--key=value` and `--flag`; repeated keys become arrays, everything else lands in `_`. */
export function parseArgs(argv = process.argv.slice(2)) {
  const out = { _: [] };
  const put = (key, value) => {
    out[key] = key in out ? [].concat(out[key], value) : value;
  };
  for (let i = 0; i < argv.length; i++) {
    if (!argv[i].startsWith('--')) {
      out._.push(argv[i]);
      continue;
    }
    const [key, inline] = argv[i].slice(2).split(/=(.*)/s);
    if (inline !== undefined) put(key, inline);
    else if (argv[i + 1] !== undefined && !argv[i + 1].startsWith('--')) put(key, argv[++i]);
    else put(key, true);
  }
  return out;
}
