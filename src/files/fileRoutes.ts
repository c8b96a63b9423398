import { Router, type RequestHandler } from 'express';
import type { Services } from '../context/context.js';
import { receiveUpload } from './receiveUpload.js';
import { serveFile } from './serveFile.js';

/** Where files are received and served; `count` is called with each request, and may refuse it. */
export function fileRoutes(services: Services, count: RequestHandler): Router {
  const router = Router();
  router.post('/files/uploads', count, receiveUpload(services));
  router.get('/files/:name', count, serveFile(services));
  return router;
}
