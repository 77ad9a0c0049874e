// React's development build records where each element was made and how long each render took. In a browser with
// a debugger attached, as here, that is more than half of a test's time, and no test reads it. Its warnings stay.
// Imported first: React looks for these functions while it is loaded.
Object.assign(console, { createTask: undefined, timeStamp: undefined })

const react: object = await import('react')
// Above ten thousand elements a second, React stops recording where they were made.
Object.defineProperty(
  Reflect.get(react, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE') as object,
  'recentlyCreatedOwnerStacks',
  { get: () => Number.POSITIVE_INFINITY, set() {} },
)
