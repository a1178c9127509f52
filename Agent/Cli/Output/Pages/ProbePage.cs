using System.Globalization;
using IwTune.Agent.Linux.Probing.Remote;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Output.Pages;

/// <summary>A remote window, for people.</summary>
internal static class ProbePage
{
    public static void Write(Terminal terminal, RemoteWindow window)
    {
        var (count, service) = (window.Count, window.Service);
        var name = service.Address.Address.ToString() == service.Host ? $"{service.Address}" : $"{service.Host} ({service.Address})";
        var exact = count.Verdict == FlightVerdict.IwLimited;
        var segments = count.Segments == 1 ? "1 segment" : $"{count.Segments} segments";
        terminal.Say(
            terminal.Paint(exact ? Ink.Good : Ink.Attention, $"{name} starts with {(exact ? "" : "at least ")}{segments}."),
            hanging: 0
        );
        terminal.Out.WriteLine();
        Columns.Write(terminal.Out, Rows(window, segments), terminal.Width);
        if (Advice(window) is { Length: > 0 } advice)
        {
            terminal.Out.WriteLine();
            terminal.Say(advice, hanging: 0);
        }
    }

    private static List<(string, string)> Rows(RemoteWindow window, string segments)
    {
        var (count, service) = (window.Count, window.Service);
        List<(string, string)> rows =
        [
            ("limited by", $"{FlightVerdictText.Of(count.Verdict)}: {Meaning(count.Verdict)}"),
            (
                "flight",
                $"{segments}{(count.Verdict == FlightVerdict.DataLimited ? "" : $" of {window.Mss} bytes")}, "
                    + $"{count.Bytes.ToString("#,0", CultureInfo.InvariantCulture)} bytes in all"
            ),
            ("RTT", $"{(window.RttMicroseconds / 1000.0).ToString("0.0##", CultureInfo.InvariantCulture)} ms"),
            ("asked for", service.Tls ? "a TLS handshake: hello and certificates" : $"GET {service.Path}: {window.Answer}"),
            ("connections", string.Join(", ", window.Runs.Select(Text))),
        ];
        rows.AddRange(
            window
                .Discarded.GroupBy(why => why, StringComparer.Ordinal)
                .Select(same => ("not counted", same.Count() > 1 ? $"{same.Count()} times: {same.Key}" : same.Key))
        );
        return rows;
    }

    private static string Text(FlightCount count) => count.Verdict == FlightVerdict.IwLimited ? $"{count.Segments}" : $"≥ {count.Segments}";

    private static string Meaning(FlightVerdict verdict) =>
        verdict switch
        {
            FlightVerdict.IwLimited => "more data waited when the flight ended",
            FlightVerdict.DataLimited => "it ended before the window was full",
            _ => "this host's own was full",
        };

    private static string Advice(RemoteWindow window) =>
        window.Count.Verdict switch
        {
            FlightVerdict.IwLimited => "",
            FlightVerdict.PeerWindowLimited =>
                "Raise net.core.rmem_max here, take initrwnd off the route to it, or announce smaller segments: --mss 88.",
            _ when window.Answer.StartsWith('3') =>
                "The server answered with a redirection. Ask where it points to, or for a larger page: --path "
                    + $"/PAGE{(window.Answer.Contains("→ https:", StringComparison.Ordinal) ? ", or --tls" : "")}.",
            _ when window.Service.Mss > 88 => "Smaller segments make more of an answer: --mss "
                + $"88{(window.Service.Tls ? "" : ". Or ask for a larger page: --path /PAGE")}.",
            _ => window.Service.Tls ? "Its certificates hold no more; without --tls a page may." : "Ask for a larger page: --path /PAGE.",
        };
}
