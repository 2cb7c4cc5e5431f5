import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';

interface SearchFieldProps {
  label: string;
  /** What the list is searched for, as the address has it. */
  value: string | undefined;
  /** A moment after somebody typed; nothing where the field is empty. */
  onSearch: (words: string | undefined) => void;
  className?: string | undefined;
  maxLength?: number;
}

/** Words that a list is searched for. It follows the address, which Back may change. */
export function SearchField({ label, value, onSearch, className, maxLength = 200 }: SearchFieldProps) {
  const [text, setText] = useState(value ?? '');
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    if ((value ?? '') !== text.trim()) setText(value ?? '');
  }
  const searchSoon = useDebouncedCallback((words: string) => onSearch(words.trim() || undefined), 250);
  return (
    <TextInput
      className={className}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        searchSoon(event.currentTarget.value);
      }}
      placeholder={label}
      aria-label={label}
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      maxLength={maxLength}
    />
  );
}
