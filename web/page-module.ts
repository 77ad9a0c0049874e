import type { ComponentType } from 'react'

/** `prepare` fetches what a page with these values needs beyond its own file. */
export type PageModule<Props> = Record<string, ComponentType<Props>> & {
  prepare?: (props: Props) => Promise<void>
}

/** The component of a page, ready to be rendered with these values. */
export async function componentOf<Props>(
  module: PageModule<Props>,
  name: string,
  props: Props,
): Promise<ComponentType<Props>> {
  const component = module[name]
  if (!component) throw new Error(`${name}.tsx must export a component of this name`)
  await module.prepare?.(props)
  return component
}
