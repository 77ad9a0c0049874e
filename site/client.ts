import { hydrate } from '#web/hydrate.tsx'
import { sitePages } from './site-pages.tsx'

void hydrate(sitePages)
