import { expect, test } from 'vitest'
import { type PageName, pages } from '#contract/pages.ts'
import { productPages } from './pages.tsx'

const files = import.meta.glob<Record<string, unknown>>('./features/*/*/*Page.tsx')
const names = Object.keys(pages) as PageName[]
const fileOf = (name: PageName) => `./features/${productPages.pages[name].file}.tsx`

test.each(names)('the page %s has a file that exports a component of its name', async (name) => {
  const exported = await files[fileOf(name)]?.()
  const component = exported?.[fileOf(name).replace(/^.*\/|\.tsx$/g, '')]
  expect(component, `Write ${fileOf(name)}, or name another component in its entry`).toBeTypeOf('function')
})

test('every page file is in the table of pages', () => {
  const listed = new Set(names.map(fileOf))
  const forgotten = Object.keys(files).filter((file) => !listed.has(file))
  expect(forgotten, 'Add the page to contract/pages.ts or contract/accounts/account-pages.ts').toEqual([])
})
