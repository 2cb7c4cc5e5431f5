import classes from './logs.module.css';

/** Objects within objects have a list of their own so many times. */
const DEEPEST = 3;

function Value({ value, depth }: { value: unknown; depth: number }) {
  if (typeof value === 'string') return <>{value}</>;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (isObject && depth < DEEPEST) return <LogMembers members={value as Record<string, unknown>} depth={depth + 1} />;
  return <>{JSON.stringify(value, null, 2)}</>;
}

/** What was logged with a line, by name. */
export function LogMembers({ members, depth = 1 }: { members: Readonly<Record<string, unknown>>; depth?: number }) {
  return (
    <dl className={classes.members}>
      {Object.entries(members).map(([name, value]) => (
        <div key={name}>
          <dt dir="auto">{name}</dt>
          <dd dir="auto">
            <Value value={value} depth={depth} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
