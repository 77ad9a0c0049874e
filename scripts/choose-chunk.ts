import { basename, dirname, join, relative } from 'node:path'

type Module = { importers: readonly string[]; dynamicImporters: readonly string[]; isEntry: boolean }
type Graph = { getModuleInfo(id: string): Module | null }

const ROOT = join(import.meta.dirname, '..')
const ENTRY = 'web/hydrate.tsx'
/** The page most people see first: what it shares with other pages is then already in the cache. */
const FIRST_PAGE = 'web/features/visitors/sign-in/SignInPage.tsx'
/** Sign-in and similar pages: modules that only they use go into the first page's chunk. */
const SIGNING_IN = /^web\/features\/(?:visitors\/(?:sign-in|password-reset)|partners|public)\//
/**
 * Developer pages, pages that only redirect, and a rare one that reuses another's tiles: they load shared
 * chunks but do not influence how chunks are split.
 */
const PASSING = /^web\/features\/dev\/|\/(?:ResumeSignUp|EmailBounced)Page\.tsx$/
/** Posts are long, so the site's other pages do not load them. */
const BLOG = /^site\/pages\/(?:Blog|Home|Post)Page/
const FIELDS = /^web\/(?:form|new-password)\/|^contract\/fields\/new-password\.ts$/
/** Fetched on a button press: several late parts need it, but no page at first. */
const PASSKEYS = /^web\/passkeys\/[a-z-]+\.ts$|\/@simplewebauthn\//
/** Sets up a second factor: in the account and before a sign-in, but on no other page. */
const SECOND_FACTOR = /^web\/second-factor\//

/** Only pages that open from an email need it. */
const LINK_OVER = /^web\/ui\/LinkOver\.tsx$|^contract\/features\/security-links\.ts$/

/** Shared by bills and credit notes: no other account page needs it. */
const BILLS = /^contract\/features\/billing\.ts$|^web\/features\/account\/billing\//
/** Few account pages take a payment, the others only while a month is unpaid. */
const PAYING = /^web\/orders\/(?:CardForm\.tsx|use-open-balance\.ts)$/

/** Fetched only while a month is unpaid: what it shares with pages stays where they have it. */
const OPEN_LINE = 'web/account/OpenLine.tsx'

/** What the two pages share is in the second one's chunk, which already makes the maximum number of requests. */
const PASSWORD_RESET = 'password-reset'

/** Pages seen before having an account: they load nothing that only people with an account need. */
const FOR_VISITORS = /^(?:web\/features\/visitors\/(?!second-step\/)|site\/)/

/**
 * Chooses the chunk of a module by the folders of the pages that import it. A page loads its own chunk,
 * `shared`, and what it shares with pages of its folder, with pages of other folders (`common`), and with
 * their forms (`fields`). `later` is one chunk with what account pages share with lazily loaded parts of
 * other pages. Modules used only by other lazily loaded parts are in one chunk per folder.
 */
export function chooseChunk(id: string, graph: Graph): string | null {
  const { pages, parts } = usersOf(id, graph)
  const path = pathOf(id)
  const shaping = [...pages].filter((page) => !PASSING.test(page))
  const isShared = pages.has(FIRST_PAGE) && !shaping.every((page) => SIGNING_IN.test(page))
  if (pages.has(ENTRY) || isShared) return 'shared'
  if (pages.has(FIRST_PAGE)) return basename(FIRST_PAGE, '.tsx')
  if (shaping.length === 1) return basename(shaping[0] ?? '', '.tsx')
  if (SECOND_FACTOR.test(path)) return 'second-factor'
  if (LINK_OVER.test(path)) return 'link-over'
  if (PAYING.test(path)) return 'bills'
  if (pages.size === 0 && PASSKEYS.test(path)) return 'passkeys'
  if (pages.size + parts.size < 2) return null
  const users = shaping.length > 0 ? shaping : [...pages]
  const [group, ...others] = new Set([...users, ...parts].map(groupOf))
  if (others.length > 0) {
    if (!users.some((page) => FOR_VISITORS.test(page))) return 'later'
    return FIELDS.test(path) ? 'fields' : 'common'
  }
  if (users.length > 0 && users.every((page) => BLOG.test(page))) return 'blog'
  if (users.length > 0 && group === PASSWORD_RESET) return 'NewPasswordPage'
  if (users.length > 0) return BILLS.test(path) ? 'bills' : (group ?? 'common')
  return `${group ?? basename(dirname(path))}-later`
}

/**
 * Follows static imports only: the pages that need a module immediately, and the lazily loaded parts that
 * need it.
 */
function usersOf(id: string, graph: Graph) {
  const pages = new Set<string>()
  const parts = new Set<string>()
  const seen = new Set<string>()
  const ahead = [id]
  for (let at = ahead.pop(); at !== undefined; at = ahead.pop()) {
    const module = seen.has(at) ? null : graph.getModuleInfo(at)
    seen.add(at)
    if (module?.isEntry) pages.add(pathOf(at))
    else if (module && module.dynamicImporters.length > 0 && pathOf(at) !== OPEN_LINE) parts.add(pathOf(at))
    ahead.push(...(module?.importers ?? []))
  }
  return { pages, parts }
}

/** `web/features/account/plan/PlanPage.tsx` → `account`, `site/pages/BlogPage.tsx` → `site`. */
function groupOf(path: string): string | undefined {
  const [, visitors, group, site] =
    /^(?:web\/features\/(?:visitors\/([\w-]+)|(\w+))|(site))\//.exec(path) ?? []
  return visitors ?? group ?? site
}

function pathOf(id: string): string {
  return relative(ROOT, id).replaceAll('\\', '/')
}
