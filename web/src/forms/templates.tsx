import { ActionIcon, Button, Collapse, Input } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type {
  ArrayFieldItemTemplateProps,
  ArrayFieldTemplateProps,
  FieldTemplateProps,
  ObjectFieldTemplatePropertyType,
  ObjectFieldTemplateProps,
  UiSchema,
} from '@rjsf/utils';
import { IconChevronDown, IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useI18n } from '../i18n/i18n-context.js';
import { labelled } from '../i18n/join-names.js';
import classes from './forms.module.css';

interface Options {
  group?: string;
  advanced?: boolean;
  inset?: boolean;
}

function optionsOf(uiSchema: UiSchema | undefined, name: string): Options {
  const field = uiSchema?.[name] as UiSchema | undefined;
  return (field?.['ui:options'] ?? {}) as Options;
}

/** Widgets render their own label, help and errors. */
export function FieldTemplate({ children, hidden }: FieldTemplateProps) {
  if (hidden) return <div hidden>{children}</div>;
  return children;
}

function Fields({ properties, uiSchema }: { properties: ObjectFieldTemplatePropertyType[]; uiSchema: UiSchema | undefined }) {
  return (
    <div className={classes.fields}>
      {properties.map((property) => (
        <div key={property.name} {...(optionsOf(uiSchema, property.name).inset ? { className: classes.inset } : {})}>
          {property.content}
        </div>
      ))}
    </div>
  );
}

interface AdvancedProps {
  properties: ObjectFieldTemplatePropertyType[];
  uiSchema: UiSchema | undefined;
  forceOpen: boolean;
}

function Advanced({ properties, uiSchema, forceOpen }: AdvancedProps) {
  const { t } = useI18n();
  const [opened, { open: keepOpen, toggle }] = useDisclosure(false);
  // An error opens it for good: it must not close over the field that somebody is correcting.
  if (forceOpen && !opened) keepOpen();
  const open = opened || forceOpen;
  return (
    <div>
      <Button
        variant="subtle"
        color="gray"
        onClick={toggle}
        aria-expanded={open}
        rightSection={<IconChevronDown size={16} style={{ transform: open ? 'rotate(180deg)' : undefined }} />}
        ms={-12}
      >
        {t('form.advanced')}
      </Button>
      <Collapse expanded={open}>
        <div className={classes.advanced}>
          <Fields properties={properties} uiSchema={uiSchema} />
        </div>
      </Collapse>
    </div>
  );
}

/** Properties in their groups, in the order of the hints; advanced ones are folded away at the end. */
export function ObjectFieldTemplate({ properties, uiSchema, fieldPathId, errorSchema }: ObjectFieldTemplateProps) {
  const visible = properties.filter((property) => !property.hidden);
  if (fieldPathId.path.length > 0)
    return (
      <div className={classes.flat}>
        {visible.map((property) => (
          <div key={property.name}>{property.content}</div>
        ))}
      </div>
    );
  const advanced = visible.filter((property) => optionsOf(uiSchema, property.name).advanced);
  const groups = new Map<string, ObjectFieldTemplatePropertyType[]>();
  for (const property of visible) {
    const { group = '', advanced: hidden } = optionsOf(uiSchema, property.name);
    if (!hidden) groups.set(group, [...(groups.get(group) ?? []), property]);
  }
  const errors = errorSchema as Record<string, unknown> | undefined;
  return (
    <div className={classes.form}>
      {[...groups].map(([group, members]) =>
        group === '' ? (
          <Fields key="" properties={members} uiSchema={uiSchema} />
        ) : (
          <fieldset key={group} className={classes.group}>
            <legend>{group.charAt(0).toLocaleUpperCase() + group.slice(1)}</legend>
            <Fields properties={members} uiSchema={uiSchema} />
          </fieldset>
        ),
      )}
      {advanced.length > 0 ? (
        <Advanced
          properties={advanced}
          uiSchema={uiSchema}
          forceOpen={advanced.some((property) => errors?.[property.name] !== undefined)}
        />
      ) : null}
    </div>
  );
}

/** A list of flat objects: one line each, removable, with a button to add one. */
export function ArrayFieldTemplate({
  title,
  schema,
  items,
  canAdd,
  onAddClick,
  required,
  rawErrors,
  disabled,
  fieldPathId,
}: ArrayFieldTemplateProps) {
  const { t } = useI18n();
  const list = useRef<HTMLDivElement>(null);
  const count = useRef(items.length);
  useEffect(() => {
    // Focuses a new entry; after a removal, focus moves to the end of the list.
    const fields = list.current?.querySelectorAll<HTMLElement>(':scope > [data-entry]');
    if (items.length > count.current) fields?.[items.length - 1]?.querySelector<HTMLElement>('input, textarea')?.focus();
    if (items.length < count.current) list.current?.querySelector<HTMLElement>(':scope > [data-add]')?.focus();
    count.current = items.length;
  }, [items.length]);
  return (
    <Input.Wrapper
      id={fieldPathId.$id}
      labelElement="div"
      label={title}
      description={schema.description}
      required={required ?? false}
      error={rawErrors && rawErrors.length > 0 ? rawErrors.join(' ') : undefined}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
    >
      <div className={classes.items} ref={list} role="group" aria-label={title}>
        {items}
        {canAdd ? (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} />}
            onClick={onAddClick}
            data-add
            aria-label={labelled(t('form.array.add'), title)}
            disabled={disabled ?? false}
            style={{ justifySelf: 'start' }}
          >
            {t('form.array.add')}
          </Button>
        ) : null}
      </div>
    </Input.Wrapper>
  );
}

export function ArrayFieldItemTemplate({ children, buttonsProps, index, disabled }: ArrayFieldItemTemplateProps) {
  const { t } = useI18n();
  return (
    <div className={classes.item} data-entry role="group" aria-label={t('form.array.entry', { position: index + 1 })}>
      <div className={classes.itemFields}>{children}</div>
      {buttonsProps.hasRemove ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={40}
          disabled={disabled ?? false}
          aria-label={t('form.array.remove', { position: index + 1 })}
          onClick={buttonsProps.onRemoveItem}
        >
          <IconTrash size={18} />
        </ActionIcon>
      ) : null}
    </div>
  );
}
