import { attackOn } from './all.ts'

attackOn('PGlite')
