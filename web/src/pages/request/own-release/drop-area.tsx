import { FileButton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { ActionButton } from '../../../components/controls/action-button.js';
import classes from './own-release.module.css';

interface DropAreaProps {
  label: string;
  /** Said before the button. */
  invitation: string;
  choose: string;
  help: string;
  accept: string;
  multiple?: boolean;
  error: string | undefined;
  busy?: boolean;
  onFiles: (files: readonly File[]) => void;
}

/** Files are dropped on it, or chosen with its button. */
export function DropArea({ label, invitation, choose, help, accept, multiple = false, error, busy = false, onFiles }: DropAreaProps) {
  const [isOver, setOver] = useState(false);
  const id = useId();
  const told = (files: File | File[] | null) => onFiles(files === null ? [] : Array.isArray(files) ? files : [files]);
  return (
    <div
      role="group"
      aria-label={label}
      className={classes.drop}
      data-over={isOver}
      data-invalid={error !== undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(!busy);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (!busy) onFiles([...event.dataTransfer.files]);
      }}
    >
      <IconUpload size={28} stroke={1.6} aria-hidden="true" />
      <p>{invitation}</p>
      <FileButton onChange={told} accept={accept} multiple={multiple}>
        {(props) => (
          <ActionButton
            {...props}
            variant="default"
            loading={busy}
            aria-describedby={`${id}-help${error === undefined ? '' : ` ${id}-error`}`}
          >
            {choose}
          </ActionButton>
        )}
      </FileButton>
      <p id={`${id}-help`} className="dim small">
        {help}
      </p>
      {error === undefined ? null : (
        <p id={`${id}-error`} role="alert" className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}
