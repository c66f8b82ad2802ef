/** Callers that wait for room. They are admitted in FIFO order. */
export interface RoomWaiters {
  count(): number;
  /** Resolves once admitted. After `waitMsMax` it resolves if there is room, and otherwise rejects with `refuse()`. */
  wait(waitMsMax: number): Promise<void>;
  /** Admits at most so many. */
  admit(most: number): void;
}

export interface RoomWaitersOptions {
  readonly hasRoom: () => boolean;
  /** The error of a caller that found no room in time. */
  readonly refuse: () => Error;
}

export function createRoomWaiters({ hasRoom, refuse }: RoomWaitersOptions): RoomWaiters {
  const waiters = new Set<() => void>();
  return {
    count: () => waiters.size,
    wait: (waitMsMax) =>
      new Promise((resolve, reject) => {
        const admit = () => {
          clearTimeout(timer);
          resolve();
        };
        const timer = setTimeout(() => {
          waiters.delete(admit);
          // Callers admitted earlier may have used no room, so that nothing happened that would have admitted this one.
          if (hasRoom()) resolve();
          else reject(refuse());
        }, waitMsMax);
        waiters.add(admit);
      }),
    admit(most) {
      let left = most;
      for (const admit of waiters) {
        if (left-- <= 0) return;
        waiters.delete(admit);
        admit();
      }
    },
  };
}
