import { hydrate } from './hydrate.tsx'
import { productPages } from './pages.tsx'

void hydrate(productPages)
