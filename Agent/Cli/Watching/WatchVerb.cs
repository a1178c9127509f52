using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Engine.Passive;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Cli.Watching;

/// <summary>New connections of this host as they come, each with its first flight.</summary>
internal static class WatchVerb
{
    private static readonly TimeSpan Between = TimeSpan.FromMilliseconds(250);

    private static readonly Option<int?> Count = OneOption
        .Number("--count", "N", "End after this many connections", 1, int.MaxValue)
        .Called("-n");

    private static readonly Option<TimeSpan?> Settle = DurationOption.Create(
        "--settle",
        "Show a connection that sends little after this time [default: 5s]",
        "5s",
        TimeSpan.Zero,
        TimeSpan.FromHours(1)
    );

    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Measure, "watch", "Show new connections with their first flights")
        {
            Details = """
                Each connection gets a row when its first flight is over: it ended, sent more than one window, or has existed for
                --settle.
                The kernel is asked four times a second and reports every end; nothing is sent. A window in brackets is that of the
                route: the connection was first seen after it had sent data. Of short connections only the end is seen; when very many end
                at once, some are missed, and the output says so. Connections that existed before, and those of other network namespaces
                (containers), are not shown. --pcap also captures 128 bytes of each packet. Ctrl+C ends the command.
                """,
            Examples =
            [
                ("iwtune watch --for 30s", "half a minute of this host's traffic"),
                ("sudo iwtune watch --for 30s --pcap web.pcapng", "the packets too, for 'iwtune flight' and other programs"),
                ("iwtune watch --json | jq 'select(.binding == \"peer-window\")'", "one line of JSON a connection"),
            ],
        };
        verb.Add(Count);
        verb.Add(ForOption.Option);
        verb.Add(Settle);
        verb.Add(WatchPackets.Pcap);
        verb.Add(WatchPackets.Limit);
        verb.Add(JsonOption.Option);
        verb.SetAction((parsed, ct) => RunAsync(context, parsed, ct));
        return verb;
    }

    private static async Task<int> RunAsync(CliContext context, ParseResult parsed, CancellationToken ct)
    {
        var host = context.Host();
        if (host.Connections is not { } connections)
            throw new HostUnsupportedException("This system does not report its connections.");
        using var packets = WatchPackets.Start(parsed, context.Time);
        using var feed = connections.Open();
        if (feed.Lacking.Length > 0)
            await context.Terminal.Error.WriteLineAsync(feed.Lacking);
        using var limit = ForOption.Limit(parsed, context.Time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, ct);
        var rows = new WatchRows(context.Terminal, parsed.WantsJson(), parsed.GetValue(Count) ?? int.MaxValue);
        await FollowAsync(
            new NewConnections(feed, parsed.GetValue(Settle) ?? TimeSpan.FromSeconds(5), context.Time),
            rows,
            context.Time,
            either.Token
        );
        return packets?.Finish(context.Terminal) == false ? ExitCode.Error : ExitCode.Fine;
    }

    private static async Task FollowAsync(NewConnections connections, WatchRows rows, TimeProvider time, CancellationToken ct)
    {
        rows.Begin();
        try
        {
            while (!rows.Full)
            {
                rows.Write(connections.Next());
                if (!rows.Full)
                    await Task.Delay(Between, time, ct);
            }
        }
        catch (OperationCanceledException)
        {
            rows.Write(connections.Next());
            rows.Write(connections.Rest());
        }
        rows.End(connections.Lost);
    }
}
