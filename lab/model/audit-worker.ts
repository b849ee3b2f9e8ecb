/**
 * Audits a model clip by clip, away from the page, with workers of its own. One clip after the other says the same as all at
 * once, for findings do not reach from clip to clip and all are compared with the same rest pose; and it fills the time lines one by one.
 */
import { auditScene } from 'pliant/audit';
import type { AnimatedScene, AuditOptions, AuditProgress, FileReport } from 'pliant/audit';
import type { AuditOrder, AuditReply } from './audit-messages.js';
import { REST_CLIP } from './model-moment.js';

/** Shares of the time of a clip that trees and searches take, about; measuring takes the rest. */
const STAGES = { prepare: [0, 0.1], search: [0.1, 0.85], measure: [0.85, 1] } as const;

self.addEventListener('message', ({ data }: MessageEvent<AuditOrder>) => void audit(data));

async function audit({ laneUrl, scene, clips, threads }: AuditOrder): Promise<void> {
  try {
    for (const clip of clips) {
      const onProgress = ({ stage, done, total }: AuditProgress): void => {
        const [from, to] = STAGES[stage];
        reply({ kind: 'progress', clip, share: from + (to - from) * (done / Math.max(1, total)) });
      };
      const createWorker = (): Worker => new Worker(laneUrl, { type: 'module' });
      const report = await auditClip(scene, clip, { threads, onProgress, createWorker });
      reply({ kind: 'checked', clip, report });
    }
  } catch (error) {
    reply({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}

/** A scene without clips is audited at rest. */
function auditClip(scene: AnimatedScene, clip: number, options: AuditOptions): Promise<FileReport> {
  if (clip === REST_CLIP) return auditScene({ ...scene, clips: [] }, { ...options, threads: 1 });
  return auditScene(scene, { ...options, clips: [`#${scene.clips[clip].index}`] });
}

function reply(message: AuditReply): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
  self.postMessage(message);
}
