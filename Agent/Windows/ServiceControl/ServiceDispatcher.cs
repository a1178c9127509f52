using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace IwTune.Agent.Windows.ServiceControl;

/// <summary>
/// Connects this process to the service control manager that started it. One service per process, so its state is in static fields.
/// </summary>
[SupportedOSPlatform("windows")]
internal static unsafe partial class ServiceDispatcher
{
    private static Func<Action<ServiceStatus>, ServiceLife>? _begin;
    private static Action<ServiceLife>? _live;
    private static ServiceLife? _life;

    /// <summary>Serves as the service of this process until it has stopped.</summary>
    /// <param name="name">The service.</param>
    /// <param name="begin">Makes its life from the function that reports to the manager.</param>
    /// <param name="live">Runs it until <see cref="ServiceLife.Ended"/>.</param>
    /// <returns>0, or the error number: 1063 when no manager started this process.</returns>
    public static int Run(string name, Func<Action<ServiceStatus>, ServiceLife> begin, Action<ServiceLife> live)
    {
        (_begin, _live) = (begin, live);
        fixed (char* text = name)
        {
            var table = stackalloc TableEntry[2]; // the second, all zero, is the end
            table[0] = new TableEntry { Name = text, Main = &Begin };
            table[1] = default;
            return StartServiceCtrlDispatcher(table) ? 0 : Marshal.GetLastPInvokeError();
        }
    }

    [UnmanagedCallersOnly]
    private static void Begin(int count, char** arguments)
    {
        var handle = RegisterServiceCtrlHandlerEx(count > 0 ? arguments[0] : null, &Handle, null);
        if (handle == 0)
            return; // no report is possible; the manager gives up on a service that does not report
        using var life = _begin!(status => Report(handle, status));
        _life = life;
        _live!(life);
    }

    /// <summary>HandlerEx. A control request may come before the service is ready; it accepts none yet.</summary>
    [UnmanagedCallersOnly]
    private static int Handle(int order, int type, void* data, void* context) => _life?.Handle(order) ?? ServiceLife.Done;

    private static void Report(nint handle, ServiceStatus status)
    {
        var native = new ServiceCalls.Status
        {
            Type = ServiceCalls.OwnProcess,
            State = (int)status.State,
            Accepts = (int)status.Accepts,
            // The manager reads the service's own code when the general one is this.
            ExitCode = status.ExitCode == 0 ? 0 : ServiceCalls.SpecificError,
            SpecificExitCode = status.ExitCode,
            CheckPoint = status.CheckPoint,
            WaitHint = (int)status.WaitHint.TotalMilliseconds,
        };
        // A manager that takes no report is going down with the machine; the work does not depend on it.
        _ = SetServiceStatus(handle, &native);
    }

    [StructLayout(LayoutKind.Sequential)]
    private struct TableEntry
    {
        public char* Name;
        public delegate* unmanaged<int, char**, void> Main;
    }

    [LibraryImport("advapi32", EntryPoint = "StartServiceCtrlDispatcherW", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool StartServiceCtrlDispatcher(TableEntry* table);

    [LibraryImport("advapi32", EntryPoint = "RegisterServiceCtrlHandlerExW", SetLastError = true)]
    private static partial nint RegisterServiceCtrlHandlerEx(
        char* name,
        delegate* unmanaged<int, int, void*, void*, int> handler,
        void* context
    );

    [LibraryImport("advapi32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool SetServiceStatus(nint handle, ServiceCalls.Status* status);
}
