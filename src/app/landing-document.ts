import { startCourts } from '@/site/landing/start-courts'

/**
 * The only script of the prerendered landing pages. The rest is HTML, links and styles; React is never loaded
 * (docs/decisions/0008-prerendering.md).
 */
const courts = document.querySelector<HTMLElement>('section[data-courts]')
if (courts) startCourts(courts)
