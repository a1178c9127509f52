using System.CommandLine;
using System.Globalization;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Engine;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Fleet.Insight;
using IwTune.Shared.Statistics;

namespace IwTune.Agent.Cli.Fleet.Insight;

/// <summary>What a change on some hosts did, beside hosts without it.</summary>
internal static class CanaryVerb
{
    public static Verb Create(CliContext context)
    {
        var canaries = Filter("--canaries", "Hosts with the change: role:canary, part of a name");
        var matched = Filter("--matched", "Similar hosts without the change (control group); canaries among them are left out");
        var on = new Option<string>("--on")
        {
            Description = "Day of the change, UTC; this day is not counted",
            HelpName = "YYYY-MM-DD",
            Required = true,
        };
        var days = new Option<int?>("--days")
        {
            Description = "Whole days before and after it, 1 to 14 [default: 7, or as many as have passed]",
            HelpName = "N",
        };
        var verb = new Verb(VerbGroup.Fleet, "canary", "Effect of a change on some hosts, compared with matched hosts")
        {
            Examples = [("iwtune fleet canary --canaries role:canary --matched role:web --on 2026-11-14", "did the new window lose more?")],
        };
        verb.Add(canaries);
        verb.Add(matched);
        verb.Add(on);
        verb.Add(days);
        verb.Shows(
            context,
            parsed =>
                FleetPaths.CanaryOf(
                    parsed.GetRequiredValue(canaries),
                    parsed.GetRequiredValue(matched),
                    parsed.GetRequiredValue(on),
                    parsed.GetValue(days)
                ),
            () => HostsJson.Default.FleetCanary,
            found => Print(context.Terminal, found)
        );
        return verb;
    }

    private static Option<string> Filter(string name, string description) =>
        new(name)
        {
            Description = description,
            HelpName = "TEXT",
            Required = true,
        };

    private static void Print(Terminal terminal, FleetCanary found)
    {
        terminal.Say(
            string.Create(
                CultureInfo.InvariantCulture,
                $"{Counted.Of(found.Canaries, "host")} with the change, {found.Matched} without, "
                    + $"{Counted.Of(found.Days, "whole day")} before and after {found.On:yyyy-MM-dd}; hosts drawn with seed {found.Seed}"
            ),
            hanging: 2
        );
        if (found.Figures.Count == 0)
        {
            terminal.Error.WriteLine(
                "There is too little to compare: at least three hosts on each side must have reported 100 connections in both periods."
            );
            return;
        }
        var table = new Table(
            ("FIGURE", Align.Left),
            ("EFFECT", Align.Right),
            ("95 %", Align.Right),
            ("HOSTS", Align.Right),
            ("METHOD", Align.Left)
        );
        foreach (var figure in found.Figures)
        {
            table.Add(
                figure.Name,
                Signed(figure.Effect, figure.Unit),
                $"{Signed(figure.Low, figure.Unit)} to {Signed(figure.High, figure.Unit)}",
                string.Create(CultureInfo.InvariantCulture, $"{figure.Canaries} / {figure.Matched}"),
                DifferenceInDifferences.MethodOf(figure.Canaries, figure.Matched)
            );
        }
        table.Write(terminal);
    }

    private static string Signed(double value, string unit) =>
        unit == "share"
            ? string.Create(CultureInfo.InvariantCulture, $"{value * 100:+0.00;-0.00;0.00} pp")
            : string.Create(CultureInfo.InvariantCulture, $"{value:+0.0;-0.0;0.0} {unit}");
}
