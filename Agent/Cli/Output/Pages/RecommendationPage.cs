using System.Globalization;
using IwTune.Shared.Formatting;
using IwTune.Shared.Model.Recommending;
using IwTune.Shared.Statistics;

namespace IwTune.Agent.Cli.Output.Pages;

/// <summary>What <c>recommend</c> prints for people.</summary>
internal static class RecommendationPage
{
    public static void Write(Terminal terminal, Recommendation said)
    {
        terminal.Say(terminal.Paint(Ink.Bold, $"{said.Subject}: {Action(said)}"), hanging: 2);
        foreach (var reason in said.Reasons)
            terminal.Say($"  {reason}", hanging: 2);
        terminal.Out.WriteLine();
        List<(string, string)> rows =
        [
            ("rounds", $"{Number(said.RoundsBefore)} now, {Number(said.RoundsAfter)} then, on average"),
            (
                "saves",
                $"p50 {Span(said.SavingP50, said.Connections)}, p90 {Span(said.SavingP90, said.Connections)}, on average "
                    + $"{Span(said.SavingMean, said.Connections)}"
            ),
            (
                "risk",
                $"{Share(said.RiskShare)} of the responses overflow a buffer of {said.BufferPackets} packets and cost "
                    + $"{Number(said.RiskMs)} ms on average (now {Share(said.RiskShareNow)}, {Number(said.RiskMsNow)} ms)"
            ),
            ("bound by", $"{said.Binding}, {said.Cap} segments{(said.Useful is { } useful ? $"; half of the paths hold {useful}" : "")}"),
            (
                "rests on",
                said.Confidence == Confidence.Described
                    ? "a description, nothing measured"
                    : Invariant.Text($"{said.Connections:N0} connections, {said.Confidence.ToString().ToLowerInvariant()} confidence")
            ),
            ("evidence", $"{said.EvidenceHash[..19]}…, seed {said.Seed}"),
        ];
        Columns.Write(terminal.Out, rows, terminal.Width);
        if (said.Action == RecommendedAction.TooLittleSeen)
            return;
        terminal.Out.WriteLine();
        var table = new Table(
            ("IW", Align.Right),
            ("p50 ms", Align.Right),
            ("p90 ms", Align.Right),
            ("SAVES ms", Align.Right),
            ("OVERFLOW", Align.Right),
            ("COSTS ms", Align.Right),
            ("", Align.Left)
        );
        foreach (var point in said.Sweep)
        {
            table.Add(
                Invariant.Text($"{point.Segments}"),
                Number(point.P50Ms),
                Number(point.P90Ms),
                Number(point.GainMs),
                Share(point.RiskShare),
                Number(point.RiskMs),
                new Cell(Mark(said, point), point.Segments == said.Segments ? Ink.Good : Ink.Quiet)
            );
        }
        table.Write(terminal);
    }

    public static void WriteAll(Terminal terminal, IReadOnlyList<Recommendation> said)
    {
        var table = new Table(
            ("TARGET", Align.Left),
            ("DO", Align.Left),
            ("SAVES p50 ms", Align.Right),
            ("p90 ms", Align.Right),
            ("OVERFLOW", Align.Right),
            ("CONNECTIONS", Align.Right),
            ("BOUND BY", Align.Left)
        );
        foreach (var one in said)
            table.Add(
                one.Subject,
                Action(one),
                Number(one.SavingP50.Estimate),
                Number(one.SavingP90.Estimate),
                Share(one.RiskShare),
                Invariant.Text($"{one.Connections:N0}"),
                one.Binding
            );
        table.Write(terminal);
        terminal.Say("'iwtune recommend --target TEXT' says why, and what every window would come to.", hanging: 0);
    }

    private static string Action(Recommendation said) =>
        said.Action switch
        {
            RecommendedAction.Raise =>
                $"raise {said.Current} → {said.Segments}{(said.Goal > said.Segments ? $", towards {said.Goal}" : "")}",
            RecommendedAction.Lower => $"lower {said.Current} → {said.Segments}",
            RecommendedAction.PageWeightFirst => $"keep {said.Current}, page weight first",
            RecommendedAction.ReceiversFirst => $"keep {said.Current}, receivers first",
            RecommendedAction.SendBufferFirst => $"keep {said.Current}, send buffer first",
            RecommendedAction.TooLittleSeen => $"keep {said.Current}, too little seen",
            _ => $"keep {said.Current}",
        };

    private static string Mark(Recommendation said, SweepPoint point) =>
        string.Join(
            ", ",
            new[]
            {
                point.Segments == said.Current ? "in force" : "",
                point.Segments == said.Segments && said.Segments != said.Current ? "recommended" : "",
                point.Allowed || point.Segments == said.Current ? "" : "above the limit",
            }.Where(word => word.Length > 0)
        );

    private static string Span(Interval saved, long connections) =>
        connections == 0 ? $"{Number(saved.Estimate)} ms" : $"{Number(saved.Estimate)} ms ({Number(saved.Low)} to {Number(saved.High)})";

    private static string Number(double number) => number.ToString(Math.Abs(number) < 10 ? "0.##" : "N0", CultureInfo.InvariantCulture);

    private static string Share(double share) => share.ToString(share is > 0 and < 0.01 ? "P2" : "P0", CultureInfo.InvariantCulture);
}
