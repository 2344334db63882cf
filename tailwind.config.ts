import type { Config } from 'tailwindcss'

/** A colour of the theme; its values are in src/index.css. */
const themed = (name: string) => `var(--${name})`

/**
 * The design tokens (docs/product.md, 'Accessibility and look'). Colours are named after things on a court (quadra,
 * bola, saibro…) or after their meaning (ok, warn, bad, info), never after their hue.
 */
export default {
  content: ['./index.html', './src/**/*.{ts,tsx}'],
  darkMode: 'media',
  theme: {
    screens: { sm: '480px', md: '768px', lg: '1024px', xl: '1280px' },
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      white: '#ffffff',
      paper: themed('paper'),
      surface: themed('surface'),
      sunken: themed('sunken'),
      /** What is chosen on a sunken ground. */
      raised: themed('raised'),
      ink: { DEFAULT: themed('ink'), soft: themed('ink-soft') },
      line: { DEFAULT: themed('line'), strong: themed('line-strong') },
      court: { DEFAULT: themed('court'), deep: themed('court-deep'), ink: themed('court-ink') },
      ball: { DEFAULT: '#dbf24a', deep: '#b9d400', ink: '#0d2b2c' },
      accent: themed('accent'),
      /** What is chosen or reached: ticks, progress. */
      mark: themed('mark'),
      saibro: '#b9502a',
      grama: '#3c7a3b',
      duro: '#2a62a6',
      areia: '#d8b26a',
      /** The same four where they must be told from a card: 3:1. */
      chart: {
        saibro: themed('chart-saibro'),
        grama: themed('chart-grama'),
        duro: themed('chart-duro'),
        areia: themed('chart-areia'),
      },
      ok: { DEFAULT: themed('ok'), soft: themed('ok-soft') },
      warn: { DEFAULT: themed('warn'), soft: themed('warn-soft') },
      caution: { DEFAULT: themed('caution'), soft: themed('caution-soft') },
      bad: { DEFAULT: themed('bad'), soft: themed('bad-soft'), solid: themed('bad-solid') },
      info: { DEFAULT: themed('info'), soft: themed('info-soft') },
    },
    borderRadius: {
      none: '0',
      sm: '8px',
      DEFAULT: '12px',
      lg: '14px',
      xl: '18px',
      '2xl': '24px',
      full: '999px',
    },
    extend: {
      fontFamily: {
        sans: ['Figtree', 'Figtree Fallback', 'Figtree Fallback Wide', 'system-ui', 'sans-serif'],
      },
      keyframes: {
        bounceball: {
          '0%, 100%': { transform: 'translateY(0)', animationTimingFunction: 'cubic-bezier(.3,0,.7,.3)' },
          '50%': { transform: 'translateY(-110%)', animationTimingFunction: 'cubic-bezier(.3,.7,.7,1)' },
        },
        appear: { from: { opacity: '0' }, to: { opacity: '1' } },
        rise: {
          from: { opacity: '0', transform: 'translateY(12px)' },
          to: { opacity: '1', transform: 'none' },
        },
        slide: { from: { transform: 'translateX(-100%)' }, to: { transform: 'none' } },
        drop: { from: { opacity: '0', transform: 'translateY(-100%)' } },
        /** A row that was answered: the green goes, the row stays. */
        settle: { from: { backgroundColor: 'var(--ok-soft)' }, to: { backgroundColor: 'var(--surface)' } },
        /** A star that was tapped, after those before it. */
        pop: { '45%': { transform: 'scale(1.35) rotate(8deg)' } },
        pulse: { '0%, 100%': { opacity: '1' }, '50%': { opacity: '.55' } },
      },
      animation: {
        bounceball: 'bounceball .9s infinite',
        appear: 'appear .15s ease-out',
        rise: 'rise .2s ease-out',
        slide: 'slide .2s ease-out',
        drop: 'drop .4s ease-in',
        settle: 'settle .6s ease-out',
        pop: 'pop .28s ease-out',
        pulse: 'pulse 1.6s ease-in-out infinite',
      },
    },
  },
} satisfies Config
