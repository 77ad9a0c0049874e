import type { ComponentType } from 'react'
import { definePages } from '#web/page-table.ts'
import type { SitePageName } from './addresses.ts'
import { findPost } from './blog/posts.ts'
import type { SitePageProps } from './page-props.ts'

/** The table of contents: which file renders a page, and what its tab says. */
export const sitePages = definePages<SitePageName, SitePageProps>({
  files: import.meta.glob<Record<string, ComponentType<SitePageProps>>>('./pages/*Page.tsx'),
  folder: './pages',
  pages: {
    home: { file: 'HomePage', title: 'Home' },
    media: { file: 'MediaPage', title: 'Media' },
    pricing: { file: 'PricingPage', title: 'Pricing' },
    blog: { file: 'BlogPage', title: 'Blog' },
    post: { file: 'PostPage', title: ({ path }) => findPost(path)?.title ?? 'Blog' },
    faq: { file: 'FaqPage', title: 'Questions and answers' },
    'about-us': { file: 'AboutUsPage', title: 'About us' },
    support: { file: 'SupportPage', title: 'Support' },
    'app-store': { file: 'AppStorePage', title: 'The app for iPhone' },
    'play-store': { file: 'PlayStorePage', title: 'The app for Android' },
    'webinar-room': { file: 'WebinarRoomPage', title: 'Webinar room' },
    'getting-started': { file: 'GettingStartedPage', title: 'Getting started' },
    terms: { file: 'TermsPage', title: 'Terms' },
    privacy: { file: 'PrivacyPage', title: 'Privacy' },
  },
})
