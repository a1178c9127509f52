using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using System.Net;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Cli.Output.Json;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Visible;
using IwTune.Agent.Local.Visible;

namespace IwTune.Agent.Cli.Probing;

/// <summary>Serves a page that shows flights as they arrive.</summary>
internal static class VisibleVerb
{
    private const int DefaultSize = 35_000,
        DefaultMss = 1460;

    /// <summary>Once it has arrived, the page requests what the server saw.</summary>
    private static readonly TimeSpan PageAsks = TimeSpan.FromSeconds(2);

    private static readonly Option<IPEndPoint> Listen = new("--listen")
    {
        HelpName = "ADDRESS:PORT",
        Description = "Where to listen; port 0 for any that is free [default: 127.0.0.1:8808]",
        CustomParser = ReadListen,
        DefaultValueFactory = _ => new IPEndPoint(IPAddress.Loopback, 8808),
    };

    private static readonly Option<long?> Size = AmountOption.OfBytes(
        "--size",
        "Size of the whole answer, its head included [default: 35kB]",
        "35kB",
        VisiblePage.LeastBytes,
        1_000_000
    );

    private static readonly Option<int?> Mss = OneOption.Number(
        "--mss",
        "BYTES",
        "Largest segment to announce and to send, 536 to 32767: loopback's are so large that one holds the page [default: 1460]",
        536,
        32_767
    );

    private static readonly Option<string> Control = new("--cc")
    {
        HelpName = "NAME",
        Description = "Congestion control of the answers: cubic, reno, bbr … [default: the system's]",
    };

    private static readonly Option<bool> Once = new("--once") { Description = "End after one page was served and followed to its end" };

    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Measure, "visible", "Serve a page on which a browser shows the flights of a fresh connection")
        {
            Details = """
                A small web server with one page. Its answer is written in one call on a fresh connection, with a mark at the end of each
                segment: over a long path the rows of the page appear flight by flight, and the page shows the time of each, the window,
                the prediction of the model, and the number of rounds that the kernel of this host counted. Open the page from far
                away: over loopback everything appears at once. By default only this host can connect. With another --listen, every client
                that reaches that address can, and gets only this page. At most 16 connections are served at a time. Ctrl+C ends it.
                """,
            Examples =
            [
                ("iwtune visible --listen 0.0.0.0:8808", "then open http://THIS-HOST:8808/ from where the users are"),
                ("iwtune visible --once --json", "one page, what the kernel saw of it as JSON"),
            ],
        };
        verb.Add(Listen);
        verb.Add(Size);
        verb.Add(Mss);
        verb.Add(Control);
        verb.Add(Once);
        verb.Add(ForOption.Option);
        verb.Add(JsonOption.Option);
        verb.SetAction((parsed, ct) => RunAsync(context, parsed, ct));
        return verb;
    }

    private static async Task<int> RunAsync(CliContext context, ParseResult parsed, CancellationToken ct)
    {
        var (terminal, listen) = (context.Terminal, parsed.GetValue(Listen)!);
        var options = new VisibleOptions(
            listen,
            (int)(parsed.GetValue(Size) ?? DefaultSize),
            parsed.GetValue(Mss) ?? DefaultMss,
            parsed.GetValue(Control)
        );
        if (options.CongestionControl is not null && !OperatingSystem.IsLinux())
            throw new UsageException("--cc: this system lets no program choose the congestion control of a connection. Leave it out.");
        using var server = VisibleServer.Open(options, context.Time, out var problem);
        if (server is null)
        {
            await terminal.Error.WriteLineAsync(problem);
            return ExitCode.Error;
        }
        var json = parsed.WantsJson();
        await (json ? terminal.Error : terminal.Out).WriteLineAsync(
            $"http://{server.Endpoint}/ shows how its segments arrive. Ctrl+C ends it."
        );
        using var limit = ForOption.Limit(parsed, context.Time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, ct);
        try
        {
            await server.RunAsync(page => Served(terminal, page, json, parsed.GetValue(Once) ? either : null), either.Token);
        }
        catch (OperationCanceledException)
        {
            // Cancelled, over time, or served once with --once.
        }
        return ExitCode.Fine;
    }

    private static void Served(Terminal terminal, PageServed page, bool json, CancellationTokenSource? last)
    {
        terminal.Out.WriteLine(json ? ServedPage.Line(page) : Line(page));
        last?.CancelAfter(PageAsks);
    }

    private static string Line(PageServed page)
    {
        var window = page.Figures.InitCwnd is { } segments ? $"IW {segments}" : "IW unknown";
        var rtt = page.Figures.Rtt is { } time
            ? string.Create(CultureInfo.InvariantCulture, $", {time.TotalMilliseconds:0.#} ms away")
            : "";
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{page.Peer}{rtt}: {window}, {Counted.Of(page.Figures.Segments, "segment")} of {page.Figures.Mss} bytes; {page.Text}"
        );
    }

    private static IPEndPoint ReadListen(ArgumentResult result)
    {
        var text = result.Tokens.Count == 1 ? result.Tokens[0].Value : "";
        // Without a port an address would parse as one with port 0, and IPv6 needs its brackets to have one.
        if (
            IPEndPoint.TryParse(text, out var parsed)
            && text.EndsWith($":{parsed.Port}", StringComparison.Ordinal)
            && (text.StartsWith('[') || text.Count(letter => letter == ':') == 1)
        )
            return parsed;
        result.AddError($"--listen '{text}': write an address of this host and a port, as in 127.0.0.1:8808, 0.0.0.0:8808 or [::]:8808.");
        return new IPEndPoint(IPAddress.Loopback, 0);
    }
}
