import type { FormHandle } from '#web/form/use-form.ts'

/** Whether the person has typed anything during this visit. */
export function hasTyped<Name extends string>({ state }: Pick<FormHandle<Name>, 'state'>): boolean {
  const fields: { touched: boolean; value: string }[] = Object.values(state.fields)
  return fields.some(({ touched, value }) => touched && value !== '' && value !== 'false')
}
