/** A rule about allowed imports. `breaks` checks one import, with the text of the imported file; `instead` says what to do. */
export type ImportRule = { instead: string; breaks(from: string, to: string, text: string): boolean }

/** Layers of the server: a folder may import from its own layer and from those below it. */
const layers = [
  ['config', 'ports'],
  ['platform'],
  ['identity'],
  ['accounts'],
  ['billing'],
  ['features', 'adapters', 'admin', 'demo'],
  ['desk'],
] as const

export const importRules: ImportRule[] = [
  {
    instead:
      'The contract knows neither the pages nor the server: keep it pure, and pass what it needs as a value.',
    breaks: (from, to) => isIn('contract', from) && !isIn('contract', to),
  },
  {
    instead: 'A page knows the server by the calls of the contract: send one with web/api.ts.',
    breaks: (from, to) => (isIn('web', from) || isIn('site', from)) && isIn('server', to),
  },
  {
    instead:
      'The server knows pages by their built bundle only (platform/http/page-bundle.ts): put what both need into the contract.',
    breaks: (from, to) => isIn('server', from) && (isIn('web', to) || isIn('site', to)),
  },
  {
    instead: 'A feature does not know another: move what both need below the features, or into the contract.',
    breaks: (from, to) => {
      const [own, other] = [featureOf(from), featureOf(to)]
      if (isIn('server/desk', from) && !isIn('server/desk', to)) return false
      return folderOf(from) === folderOf(to) && own !== undefined && other !== undefined && own !== other
    },
  },
  {
    instead: 'Shared parts do not know a feature: pass what they need as a value.',
    breaks: (from, to) =>
      folderOf(from) === folderOf(to) &&
      featureOf(to) !== undefined &&
      featureOf(from) === undefined &&
      !startsUseCases(from),
  },
  {
    instead: 'Nothing imports upward. Take the value as an argument, or move the name to the lower layer.',
    breaks: (from, to) => {
      const [own, other] = [layerOf(from), layerOf(to)]
      return own !== undefined && other !== undefined && other > own
    },
  },
  {
    instead: 'Customers load nothing of the desk: move what both need out of it.',
    breaks: (from, to) =>
      /^(?:contract|web)\/desk\//.test(to) &&
      !/^(?:contract|web|server)\/desk\//.test(from) &&
      !isIn('server/identity/operators', from) &&
      !isIn('server/admin', from) &&
      !isIn('server/demo', from),
  },
  {
    instead:
      "Customers' pages on the desk are read-only: only server/desk/see-as/customer-pages.ts registers their routes there.",
    breaks: (from, to, text) =>
      isIn('server/desk', from) &&
      isIn('server/features', to) &&
      registersRoutes(text) &&
      from !== 'server/desk/see-as/customer-pages.ts',
  },
  {
    instead: 'Take the port as an argument: only main.ts, the command line and the test kit know adapters.',
    breaks: (from, to) =>
      isIn('server/adapters', to) && !isIn('server/adapters', from) && !joinsAdapters(from),
  },
]

function isIn(folder: string, name: string): boolean {
  return name.startsWith(`${folder}/`)
}

/** Whether a file has a function that registers routes, whatever the file is called. */
export function registersRoutes(text: string): boolean {
  return /\bapp: FastifyInstance\b/.test(text)
}

/** `contract/features/plan` or `web/features/account/plan`: the folder of a feature, or its only file. */
function featureOf(name: string): string | undefined {
  if (tablesOfContents.includes(name)) return undefined
  const found = name.match(
    /^(?:(?:contract\/features\/[^/.]+|(?:web|server)\/features\/[^/]+\/[^/.]+)(?=[/.])|(?:contract|web|server)\/desk\/(?!styles)[^/]+(?=\/))/,
  )?.[0]
  // Calls of mailed links have their own file, which account pages do not load.
  return found?.replace(/-links$/, '')
}

/** These list every feature and do nothing else. */
const tablesOfContents = [
  'contract/calls.ts',
  'contract/pages.ts',
  'contract/accounts/account-pages.ts',
  'contract/desk/desk-calls.ts',
  'contract/desk/desk-page-values.ts',
  'web/pages.tsx',
  'web/desk/desk-pages.tsx',
  'server/app.ts',
  'server/features/dev/mailbox/feature-samples.ts',
  'server/features/account/account-features.ts',
  'server/desk/desk-app.ts',
]

/** The command line and the desk start use cases just as a route does. */
function startsUseCases(name: string): boolean {
  return tablesOfContents.includes(name) || isIn('server/admin', name)
}

function folderOf(name: string): string {
  return name.slice(0, name.indexOf('/'))
}

function joinsAdapters(name: string): boolean {
  return name === 'server/main.ts' || name === 'server/admin/main.ts' || isIn('server/test-kit', name)
}

/** deps.ts names the dependencies of use cases; it belongs to the layer of identity, the highest of them. */
function layerOf(name: string): number | undefined {
  if (!isIn('server', name)) return undefined
  const [, folder = ''] = name.split('/')
  const place = folder === 'deps.ts' ? 'identity' : folder
  const layer = layers.findIndex((folders) => (folders as readonly string[]).includes(place))
  return layer < 0 ? undefined : layer
}
