import { afterEach, beforeEach } from 'vitest'
import { clearPage, watchPage } from './show.tsx'

// A setup file: test files share their modules, so hooks in a module that they import would run for the first of them only.
beforeEach(watchPage)
afterEach(clearPage)
