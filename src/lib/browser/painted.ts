/** Resolves once the next frame is drawn, so that a tap shows before its work begins; soon, if none is, as in a hidden tab. */
export const painted = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, 100)
  })
