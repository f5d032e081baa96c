export { createExporter, type Exporter, type ExporterOptions } from './exporter.ts'
