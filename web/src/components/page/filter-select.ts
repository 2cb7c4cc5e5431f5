import classes from './filter-frame.module.css';

/** How a choice among the filters of a list looks and behaves. @param inSheet in a sheet, which would cut off a list of options inside it */
export function filterSelect(name: string, inSheet: boolean) {
  return {
    'aria-label': name,
    placeholder: name,
    clearable: true,
    className: classes.field ?? '',
    // choosing the chosen value again takes it away, which the keyboard needs: the cross is for the mouse alone
    allowDeselect: true,
    comboboxProps: { withinPortal: inSheet },
  };
}
