import type { ComponentType } from 'react'
import type { PageProps } from '#contract/page-values.ts'
import { type PageName, pageEntries } from '#contract/pages.ts'
import { legacyTitleAt } from './features/visitors/sign-up/legacy/legacy-wizard.ts'
import { titleOfStep } from './features/visitors/sign-up/new-wizard.ts'
import { definePages, type PageEntry } from './page-table.ts'

const files = import.meta.glob<Record<string, ComponentType<PageProps>>>('./features/*/*/*Page.tsx')

/** Titles that depend on the step or the query, and one that differs from the menu. */
const titles: Partial<Record<PageName, PageEntry<PageProps>['title']>> = {
  'sign-in': ({ query }) => (query.mr === '1' ? 'Manage your payment' : 'Login'),
  'sign-up': titleOfStep(1),
  'legacy-sign-up': ({ path }) => legacyTitleAt(path),
  account: 'Account',
}

/** Pages without state, effects and handlers. Those of an account have some, such as the menu of ways to sign out. */
const withoutScript: PageName[] = ['api-reference', 'browser-select', 'cancellation', 'cancellation-feedback']

/** Which file renders a page, and its title. */
export const productPages = definePages<PageName, PageProps>({
  files,
  sheets: import.meta.glob<string>('./features/*/*/*.css', {
    query: '?inline',
    import: 'default',
    eager: true,
  }),
  // `account/plan/PlanPage` → `./features/account/plan/plan.css`
  sheetOf: (file) => file.replace(/^(.+\/([^/]+))\/[^/]+$/, './features/$1/$2.css'),
  folder: './features',
  pages: Object.fromEntries(
    Object.keys(pageEntries).map((name) => [name, describePage(name as PageName)]),
  ) as Record<PageName, PageEntry<PageProps>>,
})

function describePage(name: PageName): PageEntry<PageProps> {
  const entry = pageEntries[name]
  const title = titles[name] ?? ('label' in entry ? entry.label : entry.title)
  const description = 'description' in entry ? entry.description : undefined
  return {
    file: fileOf(name),
    title,
    ...(description !== undefined && { description }),
    ...(withoutScript.includes(name) && { hasNoScript: true }),
  }
}

/** `credit-note` → `account/billing/CreditNotePage`, wherever it is. */
function fileOf(name: PageName): string {
  const entry = pageEntries[name]
  const component =
    ('component' in entry ? entry.component : undefined) ??
    `${name.replaceAll(/(?:^|-)(\w)/g, (_, first) => first.toUpperCase())}Page`
  const file = Object.keys(files).find((one) => one.endsWith(`/${component}.tsx`))
  if (!file) throw new Error(`Write ${component}.tsx in the folder of its feature, for the page ${name}`)
  return file.slice('./features/'.length, -'.tsx'.length)
}
