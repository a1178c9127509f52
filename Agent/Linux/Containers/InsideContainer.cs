using System.Globalization;
using System.Net;
using System.Runtime.InteropServices;
using IwTune.Agent.Engine.Flights;
using IwTune.Agent.Linux.Probing;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Linux.Containers;

/// <summary>The part of <see cref="ContainerProbe"/> that runs inside: this process joins the container and measures there.</summary>
public static partial class InsideContainer
{
    private const int Network = 0x40000000; // CLONE_NEWNET

    /// <summary>
    /// Measures. This process belongs to the container afterwards, and its calling thread to the container's network: nothing else may
    /// follow.
    /// </summary>
    /// <param name="id">The target's id.</param>
    /// <param name="window">The window that its program gives.</param>
    /// <param name="group">The control group of a process of the container.</param>
    /// <param name="process">That process.</param>
    /// <param name="peers">TCP services to connect to.</param>
    /// <param name="clock">Dates the evidence.</param>
    /// <returns>Evidence; inconclusive with the reason when nothing could be measured.</returns>
    public static Evidence Measure(string id, Window window, string group, int process, IReadOnlyList<IPEndPoint> peers, TimeProvider clock)
    {
        var target = new Target
        {
            Id = id,
            Destination = new IPNetwork(IPAddress.Any, 0),
            Owner = "",
            Strategy = new Strategy(StrategyKind.Bpf, ""),
            Current = window,
            OwnersWindow = Window.Unset,
            Table = TargetPlace.OfContainer,
            Raw = default,
            Container = ContainerFacts.TryParse(id),
        };
        return Enter(group, process) is { } why
            ? Unmeasured.Of(target, clock.GetUtcNow(), why)
            : new TcpInfoProbe(() => peers, clock).MeasureHere(target);
    }

    /// <returns>Why it could not be entered, as a sentence; <see langword="null"/> when it was.</returns>
    private static string? Enter(string group, int process)
    {
        try
        {
            // Both are opened before either is joined: the paths are those of the host.
            using var members = new FileStream(Path.Combine(group, "cgroup.procs"), FileMode.Open, FileAccess.Write, FileShare.ReadWrite);
            using var network = File.OpenHandle(string.Create(CultureInfo.InvariantCulture, $"/proc/{process}/ns/net"));
            if (SetNamespace(network, Network) < 0)
                return $"Entering the network of process {process} failed: "
                    + $"{Marshal.GetPInvokeErrorMessage(Marshal.GetLastPInvokeError())}.";
            members.Write("0"u8);
            members.Flush();
            return null;
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            return $"Joining the control group {group} failed: {refused.Message}";
        }
    }

    [LibraryImport("libc", EntryPoint = "setns", SetLastError = true)]
    private static partial int SetNamespace(Microsoft.Win32.SafeHandles.SafeFileHandle space, int kind);
}
