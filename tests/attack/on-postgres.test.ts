import { attackOn } from './all.ts'

attackOn('PostgreSQL 17')
