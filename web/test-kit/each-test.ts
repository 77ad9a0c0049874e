import './light-react.ts'
import { afterEach, beforeEach } from 'vitest'
import { clearPage, watchPage } from './show.tsx'

// A setup file: test files share their modules, so hooks in an imported module would run only for the first
// of them.
beforeEach(watchPage)
afterEach(clearPage)
