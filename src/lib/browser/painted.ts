/** Resolves once a frame is drawn, so that a tap shows before its work begins; at once in a hidden tab, which draws none. */
export const painted = () =>
  new Promise<void>((resolve) => {
    if (document.hidden) return resolve()
    requestAnimationFrame(() => setTimeout(resolve))
    // The tab may be hidden meanwhile.
    setTimeout(resolve, 100)
  })
