using System.Collections.Concurrent;

namespace IwTune.Lab;

/// <summary>One thread that has entered a namespace, and the context that returns awaits to it.</summary>
internal sealed class NamespaceThread : SynchronizationContext, IDisposable
{
    private readonly BlockingCollection<(SendOrPostCallback Work, object? State)> queue = [];

    public static Task<T> Start<T>(NetNamespace space, Func<Task<T>> work)
    {
        var done = new TaskCompletionSource<T>(TaskCreationOptions.RunContinuationsAsynchronously);
        var thread = new Thread(() => Live(space, work, done)) { IsBackground = true, Name = space.Name };
        thread.Start();
        return done.Task;
    }

    private static void Live<T>(NetNamespace space, Func<Task<T>> work, TaskCompletionSource<T> done)
    {
        using var context = new NamespaceThread();
        try
        {
            Native.EnterNetwork(space.Path);
            SetSynchronizationContext(context);
            var task = work();
            _ = task.ContinueWith(_ => context.queue.CompleteAdding(), TaskScheduler.Default);
            foreach (var (callback, state) in context.queue.GetConsumingEnumerable())
                callback(state);
            done.SetResult(task.GetAwaiter().GetResult());
        }
        catch (OperationCanceledException cancelled)
        {
            done.SetCanceled(cancelled.CancellationToken);
        }
        catch (Exception error)
        {
            done.SetException(error);
        }
    }

    /// <summary>After the work has ended there is nothing to resume: late posts are dropped.</summary>
    public override void Post(SendOrPostCallback d, object? state)
    {
        try
        {
            queue.Add((d, state));
        }
        catch (Exception ended) when (ended is InvalidOperationException or ObjectDisposedException) { }
    }

    public override void Send(SendOrPostCallback d, object? state) => d(state);

    public override SynchronizationContext CreateCopy() => this;

    public void Dispose() => queue.Dispose();
}
