import { startCourts } from '@/pages/landing/start-courts'

/**
 * All that the prerendered landing page runs. Everything else on it is HTML, links and styles; it never loads React
 * (docs/decisions/0008-prerendering.md).
 */
const courts = document.querySelector<HTMLElement>('section[data-courts]')
if (courts) startCourts(courts)
