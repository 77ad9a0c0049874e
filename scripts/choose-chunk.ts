import { basename, dirname, join, relative } from 'node:path'

type Module = { importers: readonly string[]; dynamicImporters: readonly string[]; isEntry: boolean }
type Graph = { getModuleInfo(id: string): Module | null }

const ROOT = join(import.meta.dirname, '..')
const ENTRY = 'web/hydrate.tsx'
/** What most people see first: what it has in common with other pages is in the cache for all of them. */
const FIRST_PAGE = 'web/features/visitors/sign-in/SignInPage.tsx'
/** Pages where one signs in, or nearly: what only they need stays with the first of them. */
const SIGNING_IN = /^web\/features\/(?:visitors\/(?:sign-in|password-reset)|partners|public)\//
/** For developers, or only on the way to another page: they load what the others share, and shape none of it. */
const PASSING = /^web\/features\/dev\/|\/ResumeSignUpPage\.tsx$/
/** Posts are long: the other pages of the site do without them. */
const BLOG = /^site\/pages\/(?:Blog|Home|Post)Page/
const FIELDS = /^web\/form\//

/** Pages that people see before they have an account: they load nothing that only the others need. */
const FOR_VISITORS = /^(?:web\/features\/visitors|site)\//

/**
 * Which file a module travels in, by the folders of the pages that import it: a page loads its own script, `shared`,
 * and what it has in common with the pages of its folder, with those of other folders (`common`), and with their forms
 * (`fields`). `later` is what pages of the account share, and step two of a sign-up needs, too: it comes in one file.
 * What only other late parts share comes with them, in one file for each folder.
 */
export function chooseChunk(id: string, graph: Graph): string | null {
  const { pages, parts } = usersOf(id, graph)
  const path = pathOf(id)
  const shaping = [...pages].filter((page) => !PASSING.test(page))
  const isShared = pages.has(FIRST_PAGE) && !shaping.every((page) => SIGNING_IN.test(page))
  if (pages.has(ENTRY) || isShared) return 'shared'
  if (pages.has(FIRST_PAGE)) return basename(FIRST_PAGE, '.tsx')
  if (shaping.length === 1) return basename(shaping[0] ?? '', '.tsx')
  if (pages.size + parts.size < 2) return null
  const users = shaping.length > 0 ? shaping : [...pages]
  const [group, ...others] = new Set([...users, ...parts].map(groupOf))
  if (others.length > 0) {
    if (!users.some((page) => FOR_VISITORS.test(page))) return 'later'
    return FIELDS.test(path) ? 'fields' : 'common'
  }
  if (users.length > 0 && users.every((page) => BLOG.test(page))) return 'blog'
  if (users.length > 0) return group ?? 'common'
  return group === 'sign-up' ? 'later' : `${group ?? basename(dirname(path))}-later`
}

/** By static imports alone: the pages that need a module at once, and the parts of pages that need it later. */
function usersOf(id: string, graph: Graph) {
  const pages = new Set<string>()
  const parts = new Set<string>()
  const seen = new Set<string>()
  const ahead = [id]
  for (let at = ahead.pop(); at !== undefined; at = ahead.pop()) {
    const module = seen.has(at) ? null : graph.getModuleInfo(at)
    seen.add(at)
    if (module?.isEntry) pages.add(pathOf(at))
    else if (module && module.dynamicImporters.length > 0) parts.add(pathOf(at))
    ahead.push(...(module?.importers ?? []))
  }
  return { pages, parts }
}

/** `web/features/account/plan/PlanPage.tsx` → `account`, `site/pages/FaqPage.tsx` → `site`. */
function groupOf(path: string): string | undefined {
  const [, visitors, group, site] =
    /^(?:web\/features\/(?:visitors\/([\w-]+)|(\w+))|(site))\//.exec(path) ?? []
  return visitors ?? group ?? site
}

function pathOf(id: string): string {
  return relative(ROOT, id).replaceAll('\\', '/')
}
