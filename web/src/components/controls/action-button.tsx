import { Button, type ButtonProps } from '@mantine/core';
import { useState, type ComponentPropsWithoutRef } from 'react';
import { useFocusHeir } from './use-focus-heir.js';

interface ActionButtonProps extends ButtonProps, Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> {
  /** Its own work is under way. */
  loading?: boolean;
  /** Something else is under way that it would disturb. */
  blocked?: boolean;
}

/**
 * A button that begins work. Whoever pressed it keeps the focus: while it works, or has nothing to do any more, it does nothing when pressed.
 * The browser takes the focus from a disabled button, and the library's own `loading` disables it.
 */
export function ActionButton({ loading = false, blocked = false, disabled = false, onClick, onFocus, onBlur, ...rest }: ActionButtonProps) {
  const ref = useFocusHeir<HTMLButtonElement>();
  const [isFocused, setFocused] = useState(false);
  const isHeld = loading || blocked || disabled;
  return (
    <Button
      {...rest}
      ref={ref}
      // eslint-disable-next-line no-restricted-syntax -- this is the button that does not become disabled by it
      loading={loading}
      disabled={disabled || blocked}
      aria-busy={loading || undefined}
      aria-disabled={isHeld || undefined}
      onClick={(event) => {
        if (isHeld) event.preventDefault();
        else onClick?.(event);
      }}
      onFocus={(event) => {
        setFocused(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        setFocused(false);
        onBlur?.(event);
      }}
      renderRoot={(props) => <button {...props} disabled={disabled && !isFocused} />}
    />
  );
}
