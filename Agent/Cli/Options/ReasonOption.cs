using System.CommandLine;
using IwTune.Agent.Engine.Standing;

namespace IwTune.Agent.Cli.Options;

/// <summary>Why somebody does something, for whoever wonders later.</summary>
internal static class ReasonOption
{
    public static Option<string> Option { get; } = new("--reason") { HelpName = "TEXT", Description = "Why; shown wherever the host is" };

    public static string ReasonOf(this ParseResult parsed) => Holds.Line(parsed.GetValue(Option) ?? "");
}
