/** Reports over IPC to the parent that this process serves now, and where; does nothing without such a parent. */
export function notifyReady(url?: string, parent: Pick<NodeJS.Process, "send"> = process): void {
  parent.send?.(url === undefined ? { type: "ready" } : { type: "ready", url });
}
