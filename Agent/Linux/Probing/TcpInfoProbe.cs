using System.Net;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using IwTune.Agent.Engine.Flights;
using IwTune.Agent.Linux.Bpf;
using IwTune.Agent.Linux.Containers;
using IwTune.Agent.Linux.Effective;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Ports;
using IwTune.Shared.Model;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Linux.Probing;

/// <summary>
/// Opens a connection over the target and reads the window the kernel gave it. No data is sent.
/// Works in the network namespace of the calling thread.
/// </summary>
/// <param name="peers">TCP services to connect to, such as the policy server; read anew for every probe.</param>
/// <param name="clock">Dates the evidence and limits the wait.</param>
/// <param name="program">The number of the agent's own sock_ops program; 0 while none is attached.</param>
public sealed partial class TcpInfoProbe(Func<IReadOnlyList<IPEndPoint>> peers, TimeProvider clock, Func<uint>? program = null) : IProbe
{
    private static readonly TimeSpan ConnectPatience = TimeSpan.FromSeconds(5);

    /// <summary>Measures inside containers.</summary>
    internal ContainerProbe Inside { get; init; } = new(clock);

    /// <inheritdoc/>
    public async ValueTask<Evidence> ProbeAsync(Target target, CancellationToken ct)
    {
        var known = peers();
        if (target.Container is not null)
            return await Inside.ProbeAsync(target, known, ct);
        try
        {
            var unreachable = new List<string>();
            if (FindPeer(RouteMessage.Read(target.Raw), known, unreachable) is not var (peer, route))
                return Inconclusive(target, NoPeer(known, unreachable));
            return await MeasureAsync(target, peer, route, ct);
        }
        catch (Exception failure) when (failure is NetlinkException or NetlinkFormatException)
        {
            return Inconclusive(target, $"The routes to the peers could not be read: {failure.Message}");
        }
    }

    /// <inheritdoc/>
    /// <remarks>
    /// A host has thousands of routes and few peers: the kernel is asked once which rows serve the peers, and only those are measured. They
    /// and the containers are measured at the same time: one after the other, silent peers would hold up the turn, and with it a rollback
    /// or the watchdog.
    /// </remarks>
    public async IAsyncEnumerable<Evidence> ProbeAllAsync(
        IReadOnlyList<Target> targets,
        string digest,
        [EnumeratorCancellation] CancellationToken ct
    )
    {
        var known = peers();
        var (rows, unreachable) = Rows(known);
        var noPeer = NoPeer(known, unreachable);
        // Every connection begins before the first wait: only this thread is in the network namespace.
        var begun = targets.Select(Begin).ToList();
        foreach (var (target, measured) in targets.Zip(begun))
            yield return await measured is { } evidence
                ? evidence with
                {
                    BundleDigest = digest,
                }
                : Unmeasured.Of(target, clock.GetUtcNow(), noPeer, digest: digest);

        async Task<Evidence?> Begin(Target target) =>
            target.Container is not null || rows is null || Serves(target, rows) ? await ProbeAsync(target, ct) : null;
    }

    /// <summary>
    /// Measures by the first peer that anything leads to from here, on the calling thread, for a target whose window does not depend on
    /// the route.
    /// </summary>
    internal Evidence MeasureHere(Target target)
    {
        var known = peers();
        try
        {
            var unreachable = new List<string>();
            return FindPeer(target: null, known, unreachable) is var (peer, route)
                ? MeasureAsync(target, peer, route, CancellationToken.None).GetAwaiter().GetResult()
                : Inconclusive(target, $"No known peer is reached from inside: {string.Join("; ", unreachable)}");
        }
        catch (Exception failure) when (failure is NetlinkException or NetlinkFormatException)
        {
            return Inconclusive(target, $"The routes inside could not be read: {failure.Message}");
        }
    }

    private async Task<Evidence> MeasureAsync(Target target, IPEndPoint peer, RouteMessage route, CancellationToken ct)
    {
        using var connection = new Socket(peer.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        using var limit = new CancellationTokenSource(ConnectPatience, clock);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, ct);
        try
        {
            await connection.ConnectAsync(peer, either.Token);
            return Judge(target, peer, route, TcpInfo.Read(connection));
        }
        catch (OperationCanceledException) when (!ct.IsCancellationRequested)
        {
            return Inconclusive(target, $"{peer} did not answer within {ConnectPatience.TotalSeconds:0} s.", peer);
        }
        catch (SocketException failure)
        {
            return Inconclusive(target, $"Connecting to {peer} failed: {failure.Message}.", peer);
        }
    }

    private Evidence Judge(Target target, IPEndPoint peer, RouteMessage route, TcpInfo info)
    {
        var programmed = target is { Strategy.Kind: StrategyKind.Bpf, OwnersWindow: not null };
        var programs = SockOpsPrograms.Attached(program?.Invoke() ?? 0);
        var window = EffectiveWindow.Of(FlightSettings.Of(info, route, peer.Address, programs.Sentence(programmed)));
        // tcp_init_transfer() falls back to one segment after SYNs were lost; such a sample says nothing about the route.
        var lost = info.TotalRetransmits > 0;
        return new Evidence
        {
            TargetId = target.Id,
            Method = EvidenceMethod.FreshConnection,
            At = clock.GetUtcNow(),
            Conclusive = !lost && !(programmed && programs is { OwnRuns: false, Unknown: null }),
            ConfiguredCwnd = programmed ? target.Current.InitCwnd : route.Window.InitCwnd,
            InitialCwnd = info.SendCwnd,
            EffectiveSegments = window.Segments,
            EffectiveBytes = window.Bytes,
            Binding = window.Binding,
            Terms = window.Terms,
            Mss = info.SendMss,
            RttMicroseconds = info.RttMicroseconds,
            PeerWindowBytes = info.PeerWindowBytes,
            Peer = peer.ToString(),
            Note =
                lost ? $"A SYN to {peer} was lost ({info.TotalRetransmits} retransmitted); the kernel then starts with less. Verify again."
                : programmed ? Programmed(target, info, programs)
                : Override(route, info, window),
        };
    }

    private static string Programmed(Target target, TcpInfo info, SockOpsPrograms programs)
    {
        var expected = target.Current.InitCwnd ?? InitialWindow.LinuxDefault;
        return programs is { OwnRuns: false, Unknown: null }
                ? "This process is not in the control group that the agent's program is attached to, so its own connections prove "
                    + "nothing about the window."
            : info.SendCwnd == expected ? ""
            : $"The connection started with {info.SendCwnd} segments where the agent's program gives {expected}: "
                + $"{programs.Overriders ?? "a program that cannot be seen"} may override it.";
    }

    private static string Override(RouteMessage route, TcpInfo info, EffectiveWindow window)
    {
        var expected = route.Window.InitCwnd ?? InitialWindow.LinuxDefault;
        // The second term names what replaces the first.
        return info.SendCwnd == expected
            ? ""
            : $"The connection started with {info.SendCwnd} segments where its route gives {expected}: {window.Terms[1].Note}.";
    }

    private Evidence Inconclusive(Target target, string note, IPEndPoint? peer = null) =>
        Unmeasured.Of(target, clock.GetUtcNow(), note, peer);
}
