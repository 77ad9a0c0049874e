import type { ComponentType } from 'react'
import { componentOf, type PageModule } from './page-module.ts'

export type PageEntry<Props = never> = {
  /** Folder and file of the component, which has the file's name. */
  file: string
  /** The page title; a function if it depends on the values. */
  title: string | ((props: Props) => string)
  /** The description for search engines. Pages without one are not indexed. */
  description?: string
  /** It has no state, effects or handlers, so its HTML is all that a browser needs. */
  hasNoScript?: boolean
}

export type PageTable<Name extends string, Props = never> = {
  pages: Record<Name, PageEntry<Props>>
  load(name: string, props: Props): Promise<ComponentType<Props>>
  /** The style sheet of the page's feature, inlined in addition to the shared styles, if there is one. */
  stylesOf(name: string): string
}

/** Joins a list of pages with the files that render them. The build makes one script per page. */
export function definePages<Name extends string, Props = never>(described: {
  files: Record<string, () => Promise<PageModule<Props>>>
  sheets: Record<string, string>
  sheetOf: (file: string) => string
  folder: string
  pages: Record<Name, PageEntry<Props>>
}): PageTable<Name, Props> {
  const { files, sheets, sheetOf, folder, pages } = described
  return {
    pages,
    async load(name, props) {
      const { file } = pages[name as Name]
      const module = await files[`${folder}/${file}.tsx`]?.()
      if (!module) throw new Error(`No file for the page ${name}: ${file}.tsx`)
      return componentOf(module, file.slice(file.lastIndexOf('/') + 1), props)
    },
    stylesOf: (name) => sheets[sheetOf(pages[name as Name].file)] ?? '',
  }
}
