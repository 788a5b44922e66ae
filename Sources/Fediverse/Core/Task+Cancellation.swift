extension Task where Failure == Never {
  /// The value, or `nil` as soon as whoever waits for it is cancelled; the task itself goes on.
  func valueUnlessCanceled() async -> Success? {
    let line = EventLine<Success, Never>(capacity: 1)
    Task<Void, Never> { _ = line.offer(await value) }
    return await withTaskCancellationHandler {
      await line.take()
    } onCancel: {
      line.close()
    }
  }
}
