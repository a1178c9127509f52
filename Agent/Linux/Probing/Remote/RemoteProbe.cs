using System.Net.Sockets;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Linux.Probing.Remote;

/// <summary>
/// Reads the initial window of a remote service: connections one after another, until three of them agree. Works in the network namespace
/// of the calling thread.
/// </summary>
/// <param name="clock">Stamps samples and limits the waits.</param>
/// <param name="pause">
/// Between connections, at least 100 ms: it spares the service, and the last connection's packets have left the path.
/// </param>
public sealed class RemoteProbe(TimeProvider clock, TimeSpan pause)
{
    private const int MostCounted = 7;
    private const int MostConnections = 15;

    /// <summary>The least pause between connections.</summary>
    public static readonly TimeSpan Rest = TimeSpan.FromMilliseconds(100);

    public RemoteProbe(TimeProvider clock)
        : this(clock, Rest) { }

    /// <summary>Fails where no measurement can succeed; nothing is sent.</summary>
    /// <exception cref="HostUnsupportedException">This system cannot do it or does not permit it.</exception>
    public static void Require()
    {
        if (!OperatingSystem.IsLinux())
            throw new HostUnsupportedException("A remote initial window can be read on Linux only.");
        using var connection = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        PayloadFilter.Drop(connection);
        _ = DropCounter.Read(connection);
    }

    /// <exception cref="HostUnsupportedException">This kernel cannot do it or does not permit it.</exception>
    /// <exception cref="OperationCanceledException">The caller gave up.</exception>
    public async Task<ProbeOutcome> MeasureAsync(Destination service, Action<ProbeProgress> progress, CancellationToken ct)
    {
        var run = new ProbeRun(service, clock);
        var (traces, discarded) = (new List<FlightTrace>(), new List<string>());
        for (var made = 0; made < MostConnections; made++)
        {
            if (made > 0)
                await Task.Delay(pause, clock, ct);
            switch (await run.MakeAsync(ct))
            {
                case RunOutcome.Failed failed:
                    return new ProbeOutcome.Failed(failed.Failure);
                case RunOutcome.Discarded one:
                    discarded.Add(one.Why);
                    break;
                case RunOutcome.Seen seen:
                    traces.Add(seen.Trace);
                    break;
            }
            var judged = RemoteJudgement.Of(traces);
            progress(
                new ProbeProgress(
                    [.. judged.Counts.Select(count => count.Segments)],
                    RemoteJudgement.Needed,
                    discarded.Count + judged.Objections.Count
                )
            );
            if (judged.Agreed is { } agreed)
                return new ProbeOutcome.Measured(Window(service, traces, judged, agreed, discarded));
            if (judged.Counts.Count >= MostCounted)
                return Undecided(
                    $"{service.Address}: the connections do not agree: {string.Join(", ", judged.Counts.Select(Text))} segments. "
                        + "Several servers may share the address."
                );
        }
        var last = discarded.Concat(RemoteJudgement.Of(traces).Objections).LastOrDefault();
        return Undecided(
            $"{service.Address}: {MostConnections} connections gave no clear reading; the last one: {last}. Try a static page with "
                + "--path, or try again when this host is less busy."
        );
    }

    private static RemoteWindow Window(
        Destination service,
        List<FlightTrace> traces,
        RemoteJudgement judged,
        FlightCount agreed,
        List<string> discarded
    ) =>
        new(
            service,
            agreed,
            traces[0].Start.Mss,
            judged.Rtt,
            traces[0].Start.Announced,
            judged.Counts,
            [.. discarded, .. judged.Objections],
            HttpRequest.Read(traces[0].Answer.Beginning.Span) is { } answer
                ? $"{answer.Status}{(answer.Location.Length > 0 ? $" → {answer.Location}" : "")}"
                : ""
        );

    private static ProbeOutcome.Failed Undecided(string text) => new(new ProbeFailure(ProbeFailureKind.Undecided, text));

    private static string Text(FlightCount count) => count.Verdict == FlightVerdict.IwLimited ? $"{count.Segments}" : $"≥ {count.Segments}";
}

/// <summary>Progress of a measurement.</summary>
/// <param name="Readings">Segments that the connections so far showed.</param>
/// <param name="Wanted">How many are required.</param>
/// <param name="Discarded">How many connections did not count.</param>
public sealed record ProbeProgress(IReadOnlyList<int> Readings, int Wanted, int Discarded);
