import type { ComponentType } from 'react'

type Component<Props> = ComponentType<Props>
type Module<Props> = Record<string, Component<Props>>
export type PageEntry = {
  /** Folder and file of its component; the component carries the file's name. */
  file: string
  title: string
}

export type PageTable<Name extends string, Props = never> = {
  pages: Record<Name, PageEntry>
  load(name: string): Promise<Component<Props>>
}

/** Joins a list of pages with the files that render them. The build splits them into one chunk each. */
export function definePages<Name extends string, Props = never>(described: {
  files: Record<string, () => Promise<Module<Props>>>
  folder: string
  pages: Record<Name, PageEntry>
}): PageTable<Name, Props> {
  const { files, folder, pages } = described
  return {
    pages,
    async load(name) {
      const { file } = pages[name as Name]
      const module = await files[`${folder}/${file}.tsx`]?.()
      const component = module?.[file.slice(file.lastIndexOf('/') + 1)]
      if (!component)
        throw new Error(`No component for the page ${name}: ${file}.tsx must export it by its name`)
      return component
    },
  }
}
