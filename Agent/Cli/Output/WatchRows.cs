using System.Globalization;
using System.Text.Json;
using IwTune.Agent.Cli.Output.Json;
using IwTune.Agent.Engine.Passive;

namespace IwTune.Agent.Cli.Output;

/// <summary>Rows of <c>watch</c>: columns of fixed width, because the next row is not known yet; or lines of JSON.</summary>
internal sealed class WatchRows(Terminal terminal, bool json, int most)
{
    private readonly SortedDictionary<int, int> _windows = [];
    private int _written;
    private int _byEndAlone;

    /// <summary>True when the requested number was written.</summary>
    public bool Full => _written >= most;

    private bool Wide => terminal.Width is not < 132;

    public void Begin()
    {
        if (json)
            return;
        var facts = Facts("IW", "MSS", "RTT", "SENT", "RETRANS", "BOUND BY");
        terminal.Out.WriteLine(
            terminal.Paint(Ink.Quiet, Wide ? Ends("LOCAL", "REMOTE") + facts + "  ROUTE" : $"LOCAL > REMOTE  ROUTE\n{facts.TrimEnd()}")
        );
    }

    public void Write(IReadOnlyList<SeenConnection> seen)
    {
        foreach (var one in seen)
        {
            if (Full)
                return;
            _written++;
            if (one.Fresh is { } fresh)
                _windows[fresh.Cwnd] = _windows.GetValueOrDefault(fresh.Cwnd) + 1;
            else
                _byEndAlone++;
            terminal.Out.WriteLine(
                json ? JsonSerializer.Serialize(WatchedConnection.Of(one), WatchJson.Default.WatchedConnection) : Row(one)
            );
        }
    }

    public void End(bool lost)
    {
        var windows = string.Join(", ", _windows.Select(pair => $"{pair.Value} with {pair.Key}"));
        var seen = _windows.Count == 0 ? "none of them seen before it sent data" : $"initial windows: {windows}";
        var rest = _byEndAlone > 0 && _windows.Count > 0 ? $", {_byEndAlone} not seen before they sent data" : "";
        terminal.Error.WriteLine(
            _written == 0 ? "No new connection." : $"{_written} new connection{(_written == 1 ? "" : "s")}; {seen}{rest}."
        );
        if (lost)
            terminal.Error.WriteLine("More connections ended at once than could be taken in: some are missing.");
    }

    private string Row(SeenConnection seen)
    {
        var last = seen.Last;
        var facts = Facts(
            seen.Fresh is null ? $"({seen.Flight.Segments})" : Number(seen.Flight.Segments),
            Number(last.Mss),
            last.RttMicroseconds is { } rtt ? string.Create(CultureInfo.InvariantCulture, $"{rtt / 1000.0:0.00} ms") : "-",
            Size(last.BytesSent),
            Number(last.SentAgain),
            Bound(seen)
        );
        var ink = seen.Flight.Lost == true || last.SentAgain > 0 ? Ink.Attention : Ink.Plain;
        var route = seen.Target?.Id ?? "no route any more";
        return Wide
            ? Ends(last.Local.ToString(), last.Remote.ToString()) + terminal.Paint(ink, facts) + "  " + route
            : $"{last.Local} > {last.Remote}  {terminal.Paint(Ink.Quiet, route)}\n{terminal.Paint(ink, facts.TrimEnd())}";
    }

    private static string Bound(SeenConnection seen) =>
        (seen.Flight.Binding.Length == 0 ? "nothing sent" : BindingText.Of(seen.Flight.Binding)) + (seen.Closed ? "" : ", open");

    private static string Ends(string local, string remote) => $"{local, -22}  {remote, -22}";

    private static string Facts(string window, string mss, string rtt, string sent, string again, string bound) =>
        $"  {window, 5}  {mss, 5}  {rtt, 9}  {sent, 8}  {again, 7}  {bound, -19}";

    private static string Number(int number) => number.ToString(CultureInfo.InvariantCulture);

    private static string Size(long bytes) =>
        bytes switch
        {
            < 10_000 => string.Create(CultureInfo.InvariantCulture, $"{bytes} B"),
            < 10_000_000 => string.Create(CultureInfo.InvariantCulture, $"{bytes / 1000.0:0.0} kB"),
            < 10_000_000_000 => string.Create(CultureInfo.InvariantCulture, $"{bytes / 1e6:0.0} MB"),
            _ => string.Create(CultureInfo.InvariantCulture, $"{bytes / 1e9:0.0} GB"),
        };
}
