using System.Globalization;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Engine.Experiments;
using IwTune.Agent.Engine.Experiments.Analysis;
using IwTune.Shared.Formatting;
using IwTune.Shared.Statistics;

namespace IwTune.Agent.Cli.Experiments;

/// <summary>What <c>experiment status</c> prints for people.</summary>
internal static class ExperimentPage
{
    public static void Write(Terminal terminal, ExperimentRecord record, ExperimentAnalysis analysis, DateTimeOffset now)
    {
        var plan = record.Plan;
        terminal.Say(
            $"{terminal.Paint(Ink.Bold, plan.Id)}  "
                + $"{terminal.Paint(InkOf(record.Phase), Word(record.Phase))}{(record.Why.Length > 0 ? $": {record.Why}" : "")}",
            hanging: 2
        );
        terminal.Say($"  {plan.Describe()}{Where(plan)}; seed {plan.Seed}", hanging: 2);
        terminal.Say(
            $"  started {Age.Of(now - plan.Started)} ago by {(plan.By.Length > 0 ? plan.By : "an unknown user")}, "
                + (
                    record.Ended is { } ended ? $"ran {Age.Of(ended - plan.Started)}"
                    : record.Runs ? $"ends by itself in {Age.Of(plan.Until - now)}"
                    : "when it was killed is not known"
                )
                + (record.Partial ? "; some connections are missing" : ""),
            hanging: 2
        );
        WriteArms(terminal, plan, analysis);
        if (analysis.Ratio is { IsBroken: true } ratio)
        {
            terminal.Say(
                Invariant.Text(
                    $"The arms got unequal numbers of connections (p = {ratio.P:0.0e-0}): the assignment to arms is not random, "
                        + $"and nothing is compared."
                ),
                hanging: 0
            );
            return;
        }
        WriteClasses(terminal, plan, analysis);
        if (analysis.OfBlocks is { } blocks)
            terminal.Say(
                Invariant.Text(
                    $"By blocks: the median time of treatment blocks lies {Signed(blocks.Estimate)} ms from that of the control blocks "
                        + $"beside them ({Range(blocks)}), {analysis.BlockPairs} pairs. The unit is the pair of blocks; use this interval."
                ),
                hanging: 0
            );
        else if (plan.Design == ExperimentDesign.Switchback)
            terminal.Say(
                Invariant.Text(
                    $"By blocks: no interval, because {analysis.BlockPairs} pairs of blocks have {ExperimentAnalysis.Least} connections in "
                        + $"both; at least {ClusterBootstrap.LeastClusters} pairs are needed."
                ),
                hanging: 0
            );
        terminal.Say(Harm(plan, analysis), hanging: 0);
    }

    private static string Harm(ExperimentPlan plan, ExperimentAnalysis analysis)
    {
        var (units, harm) = (plan.Design == ExperimentDesign.Stripes ? "peers" : "pairs of blocks", analysis.Harm);
        if (analysis is { Control: { Connections: > 0, Judged: 0 }, Treatment: { Connections: > 0, Judged: 0 } })
            return "Harm: no first flight can be judged with the windows of both arms, as under bbr where responses exceed the smaller "
                + "window. Retransmissions alone can end the experiment by harm.";
        return harm.Last is { } look
            ? Invariant.Text(
                $"Harm: look {look.Number} at {look.Events} connections with first-flight loss of {look.Units} {units}: p = "
                    + $"{look.P:0.0###} that alike arms differ as much; {look.Limit:0.0####} ends the experiment."
            )
            : $"Harm: not tested yet. The first test needs {HarmWatch.FirstEvents} connections with first-flight loss, of at least "
                + $"{harm.LeastUnits} {units}. So far {harm.Units} {units} had some.";
    }

    /// <summary>For tables.</summary>
    public static string Word(ExperimentPhase phase) =>
        phase switch
        {
            ExperimentPhase.Running => "running",
            ExperimentPhase.Finished => "finished",
            ExperimentPhase.Stopped => "stopped",
            ExperimentPhase.Harmful => "stopped by harm",
            ExperimentPhase.Unequal => "arms unequal",
            ExperimentPhase.Disturbed => "disturbed",
            ExperimentPhase.Interrupted => "interrupted",
            _ => "failed",
        };

    private static Ink InkOf(ExperimentPhase phase) =>
        phase switch
        {
            ExperimentPhase.Running or ExperimentPhase.Finished => Ink.Good,
            ExperimentPhase.Stopped or ExperimentPhase.Interrupted => Ink.Attention,
            _ => Ink.Bad,
        };

    private static string Where(ExperimentPlan plan) =>
        $"{(plan.Destination is { } prefix ? $", to {prefix}" : "")}{(plan.Port is { } port ? $", port {port}" : "")}"
        + $"{(plan.Design == ExperimentDesign.Switchback ? $", by turns of {plan.BlockSeconds / 60} min" : "")}";

    private static void WriteArms(Terminal terminal, ExperimentPlan plan, ExperimentAnalysis analysis)
    {
        var table = new Table(
            ("ARM", Align.Left),
            ("WINDOW", Align.Left),
            ("CONNECTIONS", Align.Right),
            ("RETRANSMITTED", Align.Right),
            ("FIRST FLIGHT LOST", Align.Right)
        );
        foreach (var (name, arm, counts) in new[] { ("control", 0, analysis.Control), ("treatment", 1, analysis.Treatment) })
            table.Add(
                name,
                plan.WindowOf(arm),
                Count(counts.Connections),
                Share(counts.WithAgain, counts.Connections),
                Share(counts.Lost, counts.Judged)
            );
        table.Write(terminal);
    }

    private static void WriteClasses(Terminal terminal, ExperimentPlan plan, ExperimentAnalysis analysis)
    {
        var told = analysis.Classes.Where(one => one.Median is not null).ToList();
        if (told.Count == 0)
        {
            terminal.Say($"No times yet: a class needs {ExperimentAnalysis.Least} connections in each arm.", hanging: 0);
            return;
        }
        var table = new Table(
            ("SIZE, RTT", Align.Left),
            ("N", Align.Right),
            ("MEDIAN ms", Align.Right),
            ("BY", Align.Right),
            ("P90 BY", Align.Right),
            ("LOST, points", Align.Right),
            ("DESIGN EFFECT", Align.Right)
        );
        foreach (var one in told)
        {
            table.Add(
                $"{one.Size}, {one.Rtt}",
                $"{Count(one.Control)} / {Count(one.Treatment)}",
                Both(one.Median!),
                Cell(one.Median!, 1),
                Cell(one.P90!, 1),
                one.Lost is { } lost ? Cell(lost, 100) : "",
                one.Median!.By is null ? "–" : $"{Effect(one.DesignEffect)} / {Effect(one.LossDesignEffect)}"
            );
        }
        table.Write(terminal);
        WriteNotes(terminal, plan, told);
        if (analysis.Classes.Count > told.Count)
            terminal.Say(
                $"{analysis.Classes.Count - told.Count} more classes have fewer than {ExperimentAnalysis.Least} connections in an arm; "
                    + "--json has them.",
                hanging: 0
            );
    }

    private static void WriteNotes(Terminal terminal, ExperimentPlan plan, List<Comparison> told)
    {
        var units = plan.Design == ExperimentDesign.Stripes ? "peers" : "pairs of blocks";
        if (told.Any(one => one.Median!.By is not null))
            terminal.Say(
                $"Design effect of times / losses: connections of the same {units} are alike, so N connections show as much as N "
                    + "divided by it. The intervals allow for this.",
                hanging: 0
            );
        foreach (var few in told.Where(one => one.Median!.By is null))
            terminal.Say(
                Invariant.Text(
                    $"{few.Size}, {few.Rtt}: no intervals. The effective number of {units} in an arm is {few.Units:0.#}; at least "
                        + $"{ClusterBootstrap.LeastClusters} are needed."
                ),
                hanging: 2
            );
        foreach (var odd in told.Where(one => one.MinRtt is { By: { IsClear: true } by } rtt && Math.Abs(by.Estimate) > 0.02 * rtt.Control))
            terminal.Say(
                $"{odd.Size}, {odd.Rtt}: the smallest round-trip times of the arms differ by {Signed(odd.MinRtt!.By!.Value.Estimate)} ms. "
                    + "A window does not change them, so the peers of the arms differ.",
                hanging: 2
            );
    }

    /// <summary>A difference whose sign is known is highlighted.</summary>
    private static Cell Cell(Difference difference, double times) =>
        difference.By is { } by
            ? new(
                $"{Signed(by.Estimate * times)} ({Range(new Interval(by.Estimate * times, by.Low * times, by.High * times))})",
                by.IsClear
                    ? by.Estimate < 0
                        ? Ink.Good
                        : Ink.Attention
                    : Ink.Plain
            )
            : new(Signed((difference.Treatment - difference.Control) * times), Ink.Plain);

    private static string Effect(double? effect) => effect is { } known ? Invariant.Text($"{known:0.0}") : "–";

    private static string Both(Difference difference) => $"{Number(difference.Control)} → {Number(difference.Treatment)}";

    private static string Range(Interval interval) => $"{Signed(interval.Low)}…{Signed(interval.High)}";

    private static string Signed(double number) =>
        number.ToString(Math.Abs(number) < 99.95 ? "+0.0;-0.0;0.0" : "+0;-0", CultureInfo.InvariantCulture).Replace('-', '−');

    private static string Number(double number) => number.ToString(number < 100 ? "0.0" : "0", CultureInfo.InvariantCulture);

    private static string Count(long count) => count.ToString("N0", CultureInfo.InvariantCulture);

    private static string Share(long count, long of) => of == 0 ? "–" : Invariant.Text($"{(double)count / of * 100:0.00} %");
}
