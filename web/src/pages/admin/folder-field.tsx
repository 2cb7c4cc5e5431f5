import { Box, Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useI18n } from '../../i18n/i18n-context.js';
import { FolderBrowser } from './folder-browser.js';

interface FolderFieldProps {
  id?: string;
  label: ReactNode;
  help?: ReactNode;
  value: string;
  error?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  /** Browsing needs an admin session. */
  browse?: boolean;
  /** A file may be picked as well. */
  files?: boolean;
  onChange: (value: string) => void;
}

/** A folder of the server: typed, or picked by browsing. */
export function FolderField({
  id,
  label,
  help,
  value,
  error,
  required = false,
  disabled = false,
  browse = true,
  files = false,
  onChange,
}: FolderFieldProps) {
  const { t } = useI18n();
  const [browsing, setBrowsing] = useState(false);
  const [picked, setPicked] = useState({ path: '', folder: '' });
  return (
    <>
      <TextInput
        {...(id ? { id } : {})}
        label={label}
        description={help}
        value={value}
        error={error}
        required={required}
        disabled={disabled}
        withAsterisk={false}
        onChange={(event) => onChange(event.currentTarget.value)}
        spellCheck={false}
        autoCapitalize="none"
        dir="ltr"
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        {...(browse
          ? {
              // beside the field, as the word is long in some languages
              inputContainer: (input: ReactNode) => (
                <Group wrap="nowrap" gap="xs" align="flex-start">
                  <Box flex={1} miw={0}>
                    {input}
                  </Box>
                  <Button variant="default" flex="none" onClick={() => setBrowsing(true)}>
                    {t('folder.browse')}
                  </Button>
                </Group>
              ),
            }
          : {})}
      />
      {browsing ? (
        <FolderBrowser
          start={value === picked.path ? picked.folder : value}
          files={files}
          onClose={() => setBrowsing(false)}
          onPick={(path, folder) => {
            onChange(path);
            setPicked({ path, folder });
            setBrowsing(false);
          }}
        />
      ) : null}
    </>
  );
}
