using System.ComponentModel;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Emulation;

/// <summary>
/// A network namespace without a name, of a thread of this process: routes, sysctls and sockets in it touch nothing of the host, and it is
/// gone with the process, however that ends.
/// </summary>
public sealed partial class PrivateNetwork : IDisposable
{
    private const int NewNetwork = 0x40000000; // CLONE_NEWNET
    private const string NoLinkLocal = "/proc/sys/net/ipv6/conf/default/addr_gen_mode";

    private readonly Queue<Action> _work = [];
    private readonly Thread _thread;
    private bool _ending;

    private PrivateNetwork()
    {
        _thread = new Thread(Live) { IsBackground = true, Name = "private network" };
        _thread.Start();
    }

    /// <summary>Makes one, its loopback up.</summary>
    /// <exception cref="HostUnsupportedException">This process may not make network namespaces.</exception>
    public static PrivateNetwork Create()
    {
        var made = new PrivateNetwork();
        try
        {
            made.Run(() =>
            {
                if (Unshare(NewNetwork) < 0)
                {
                    throw new HostUnsupportedException(
                        $"making a network namespace: {new Win32Exception(Marshal.GetLastPInvokeError()).Message}. It needs "
                            + "CAP_SYS_ADMIN: run as root"
                    )
                    {
                        Privilege = "CAP_SYS_ADMIN",
                    };
                }
                // Link-local addresses come when the kernel finds time, and each sends packets of its own on a path that counts them.
                if (File.Exists(NoLinkLocal))
                    Set(NoLinkLocal, "1");
                LinkSetup.BringLoopbackUp();
            });
            return made;
        }
        catch
        {
            made.Dispose();
            throw;
        }
    }

    /// <summary>Sets a sysctl of the network of the calling thread.</summary>
    /// <exception cref="HostUnsupportedException">It may not be written, as in most containers.</exception>
    internal static void Set(string path, string value)
    {
        try
        {
            File.WriteAllText(path, value);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new HostUnsupportedException($"{path} cannot be written: {e.Message.TrimEnd('.')}. Mount /proc/sys writable", e);
        }
    }

    /// <summary>Runs code on its thread and waits: sockets it opens, interfaces it makes and /proc/sys/net are the namespace's.</summary>
    public void Run(Action work) =>
        Run(() =>
        {
            work();
            return true;
        });

    /// <inheritdoc cref="Run(Action)"/>
    public T Run<T>(Func<T> work)
    {
        using var done = new ManualResetEventSlim();
        var result = default(T);
        ExceptionDispatchInfo? failure = null;
        Post(() =>
        {
            try
            {
                result = work();
            }
            catch (Exception error)
            {
                failure = ExceptionDispatchInfo.Capture(error);
            }
            done.Set();
        });
        done.Wait();
        failure?.Throw();
        return result!;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        lock (_work)
        {
            _ending = true;
            Monitor.Pulse(_work);
        }
        _thread.Join();
    }

    private void Post(Action work)
    {
        lock (_work)
        {
            ObjectDisposedException.ThrowIf(_ending, this);
            _work.Enqueue(work);
            Monitor.Pulse(_work);
        }
    }

    private void Live()
    {
        while (Next() is { } work)
            work();
    }

    private Action? Next()
    {
        lock (_work)
        {
            while (_work.Count == 0 && !_ending)
                Monitor.Wait(_work);
            return _work.TryDequeue(out var work) ? work : null;
        }
    }

    [LibraryImport("libc", EntryPoint = "unshare", SetLastError = true)]
    private static partial int Unshare(int flags);
}
