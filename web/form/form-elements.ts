/** The DOM side of a form, whose inputs are uncontrolled: reads values and moves the focus. */
function readValue(form: HTMLFormElement, name: string): string | undefined {
  const element = form.elements.namedItem(name)
  if (element === null || element instanceof HTMLFieldSetElement) return undefined
  if (element instanceof HTMLInputElement && element.type === 'checkbox') return String(element.checked)
  return (element as RadioNodeList | HTMLInputElement).value
}

export function readValues<Name extends string>(
  form: HTMLFormElement,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const values: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const value = readValue(form, name)
    if (value !== undefined) values[name] = value
  }
  return values
}

export function writeValue(form: HTMLFormElement, name: string, value: string): void {
  if (readValue(form, name) === value) return
  const element = form.elements.namedItem(name)
  if (element instanceof HTMLInputElement && element.type === 'checkbox') element.checked = value === 'true'
  else if (element instanceof RadioNodeList || element instanceof HTMLInputElement) element.value = value
  else if (element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement)
    element.value = value
}

/** Scrolls to the topmost of these fields and focuses it; without any, to the general errors. */
export function pointAtTopmost(form: HTMLFormElement, names: readonly string[]): void {
  for (const element of form.elements) {
    if (!(element instanceof HTMLElement) || !names.includes(element.getAttribute('name') ?? '')) continue
    element.scrollIntoView({ block: 'center' })
    element.focus({ preventScroll: true })
    return
  }
  form.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' })
}
