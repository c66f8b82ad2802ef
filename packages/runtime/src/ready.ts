/** Tells a parent that started this process over IPC that it serves now, and where; does nothing without such a parent. */
export function notifyReady(url?: string, parent: Pick<NodeJS.Process, "send"> = process): void {
  parent.send?.(url === undefined ? { type: "ready" } : { type: "ready", url });
}
