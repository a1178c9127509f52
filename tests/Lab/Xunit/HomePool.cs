using System.Runtime.CompilerServices;

namespace IwTune.Testing;

/// <summary>
/// All threads of the pool are made before the first namespace. A thread that the pool starts belongs to the namespaces of the thread that
/// gave it work (clone(2)), and stays there: later tests would connect, and make namespaces, in a network that is not theirs.
/// </summary>
internal static class HomePool
{
    [ModuleInitializer]
    internal static void Fill()
    {
        // System.Threading.PortableThreadPool reads it once: a thread that ended after 20 idle seconds would be replaced from anywhere.
        AppContext.SetData("System.Threading.ThreadPool.ThreadTimeoutMs", Timeout.Infinite);
        ThreadPool.GetMinThreads(out var threads, out _);
        using var here = new Barrier(threads);
        Task.WaitAll(Enumerable.Range(0, threads).Select(_ => Task.Run(() => here.SignalAndWait())));
    }
}
